package dev.grpctuning.transport;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * Netty's own kind of threads, which its fast thread locals need, named by a prefix and a
 * number. They are daemons, as gRPC's are: what keeps the JVM alive is the server, not
 * its threads.
 */
class EventLoopThreadFactory extends DefaultThreadFactory implements Executor {

	private final String prefix;

	private final AtomicInteger number = new AtomicInteger();

	EventLoopThreadFactory(String prefix) {
		super(prefix, true);
		this.prefix = prefix;
	}

	@Override
	protected Thread newThread(Runnable task, String name) {
		return super.newThread(task, this.prefix + this.number.incrementAndGet());
	}

	/**
	 * Starts a thread for an event loop, as often as it needs one.
	 */
	@Override
	public void execute(Runnable loop) {
		newThread(loop).start();
	}

}
