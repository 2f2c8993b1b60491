package dev.grpctuning.load.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * An open page, which gets server-sent events. One that does not read them is cut off
 * instead of waited for; its browser connects anew.
 */
final class Viewer implements AutoCloseable {

	/** A minute of seconds. */
	static final int CAPACITY = 64;

	private static final String CLOSED = "";

	private final BlockingQueue<String> events = new ArrayBlockingQueue<>(CAPACITY);

	private final Runnable cut;

	/**
	 * Creates a viewer.
	 * @param cut interrupts the thread that writes, which ends the connection
	 */
	Viewer(Runnable cut) {
		this.cut = cut;
	}

	/** Passes an event on without waiting. */
	void send(String event) {
		if (!this.events.offer(event)) {
			this.cut.run();
		}
	}

	/** Writes events until the viewer is closed or the connection is lost. */
	void write(OutputStream out) throws IOException, InterruptedException {
		for (String event = this.events.take(); !event.equals(CLOSED); event = this.events.take()) {
			out.write(event.getBytes(StandardCharsets.UTF_8));
			out.flush();
		}
	}

	@Override
	public void close() {
		send(CLOSED);
	}

}
