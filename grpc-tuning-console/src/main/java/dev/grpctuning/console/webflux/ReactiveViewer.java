package dev.grpctuning.console.webflux;

import java.io.EOFException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.console.stream.LiveStream;
import dev.grpctuning.console.stream.Viewer;

/** Viewer of a reactive web server, which asks for events when it can write them. */
final class ReactiveViewer implements Viewer {

	private static final boolean REACTOR_NETTY = ClassUtils.isPresent("reactor.netty.http.server.HttpServerResponse",
			ReactiveViewer.class.getClassLoader());

	private final LiveStream stream;

	private final UnaryOperator<TuningChange> shown;

	private final ServerHttpResponse response;

	private final Sinks.Many<byte[]> events = Sinks.many().unicast().onBackpressureBuffer();

	/** Counted here, because the server asks for many events before it writes one. */
	private final AtomicInteger waiting = new AtomicInteger();

	/** Ends the response at once, while an event waits to be written. */
	private final Sinks.One<Boolean> cut = Sinks.one();

	ReactiveViewer(LiveStream stream, UnaryOperator<TuningChange> shown, ServerHttpResponse response) {
		this.stream = stream;
		this.shown = shown;
		this.response = response;
	}

	Mono<Void> write() {
		return this.response.writeAndFlushWith(this.events.asFlux().map((event) -> Mono.fromSupplier(() -> {
			// The server subscribes when it has written the event before.
			this.waiting.decrementAndGet();
			return this.response.bufferFactory().wrap(event);
		})))
			.takeUntilOther(this.cut.asMono())
			.doOnSubscribe((subscribed) -> this.stream.add(this))
			.doFinally((signal) -> this.stream.leave(this));
	}

	@Override
	public TuningChange shown(TuningChange change) {
		return this.shown.apply(change);
	}

	@Override
	public boolean send(byte[] event) {
		if (this.waiting.incrementAndGet() > BUFFER) {
			return false;
		}
		this.events.tryEmitNext(event);
		return true;
	}

	@Override
	public void end() {
		this.events.tryEmitComplete();
	}

	/** The mere end of the response would wait for the viewer. */
	@Override
	public void cutOff() {
		if (!REACTOR_NETTY || !NettyConnection.close(this.response)) {
			// Spring treats it as a client that has gone, which is not an error of the
			// server.
			this.cut.tryEmitError(new EOFException("A page of the console does not read its events"));
		}
	}

}
