package dev.grpctuning.console.servlet;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.console.stream.LiveStream;
import dev.grpctuning.console.stream.Viewer;

/**
 * Viewer of a servlet container. Events are written when the container is ready for them,
 * so that no thread waits for a viewer that does not read.
 */
final class ServletViewer implements Viewer, WriteListener, AsyncListener {

	private final AsyncContext context;

	private final ServletOutputStream out;

	private final LiveStream stream;

	private final UnaryOperator<TuningChange> shown;

	private final AtomicBoolean left = new AtomicBoolean();

	private final Deque<byte[]> waiting = new ArrayDeque<>();

	private boolean writable;

	private boolean written;

	private boolean ending;

	/** The client has gone. If the container does not report that, events pile up. */
	private boolean broken;

	private boolean ended;

	private ServletViewer(AsyncContext context, ServletOutputStream out, LiveStream stream,
			UnaryOperator<TuningChange> shown) {
		this.context = context;
		this.out = out;
		this.stream = stream;
		this.shown = shown;
	}

	/** Starts the stream of a viewer that has a place. */
	static void start(HttpServletRequest request, LiveStream stream, UnaryOperator<TuningChange> shown)
			throws IOException {
		ServletViewer viewer;
		try {
			AsyncContext context = request.startAsync();
			context.setTimeout(0);
			viewer = new ServletViewer(context, context.getResponse().getOutputStream(), stream, shown);
			context.addListener(viewer);
		}
		catch (IOException | RuntimeException ex) {
			stream.leave(null);
			throw ex;
		}
		viewer.out.setWriteListener(viewer);
		stream.add(viewer);
	}

	@Override
	public TuningChange shown(TuningChange change) {
		return this.shown.apply(change);
	}

	@Override
	public synchronized boolean send(byte[] event) {
		if (this.waiting.size() == BUFFER) {
			return false;
		}
		this.waiting.add(event);
		write();
		return true;
	}

	@Override
	public synchronized void end() {
		this.ending = true;
		write();
	}

	@Override
	public void cutOff() {
		complete();
	}

	@Override
	public synchronized void onWritePossible() {
		this.writable = true;
		write();
	}

	/** Writes as much as the container takes. It calls again when it takes more. */
	private void write() {
		try {
			while (this.writable && !this.broken && !this.ended && this.out.isReady()) {
				byte[] next = this.waiting.poll();
				if (next != null) {
					this.out.write(next);
					this.written = true;
				}
				else if (this.written) {
					this.written = false;
					this.out.flush();
				}
				else {
					if (this.ending) {
						complete();
					}
					return;
				}
			}
		}
		catch (IOException | IllegalStateException ex) {
			this.broken = true;
		}
	}

	private synchronized void complete() {
		if (!this.ended) {
			this.ended = true;
			this.waiting.clear();
			try {
				this.context.complete();
			}
			catch (IllegalStateException ex) {
				// The container has already completed the response.
				leave();
			}
		}
	}

	private void leave() {
		if (this.left.compareAndSet(false, true)) {
			this.stream.leave(this);
		}
	}

	/** Tomcat shows an error page unless the response is completed only as below. */
	@Override
	public synchronized void onError(Throwable failure) {
		this.broken = true;
	}

	@Override
	public void onError(AsyncEvent event) {
		complete();
	}

	@Override
	public void onTimeout(AsyncEvent event) {
		complete();
	}

	/** Only now has the response let go of everything that it held. */
	@Override
	public void onComplete(AsyncEvent event) {
		leave();
	}

	@Override
	public void onStartAsync(AsyncEvent event) {
		// The request is never started again.
	}

}
