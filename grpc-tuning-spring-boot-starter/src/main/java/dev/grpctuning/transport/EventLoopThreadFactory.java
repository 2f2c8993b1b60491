package dev.grpctuning.transport;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * Creates Netty's kind of threads, which its fast thread locals require, named by a
 * prefix and a number. They are daemons like gRPC's.
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

	@Override
	public void execute(Runnable loop) {
		newThread(loop).start();
	}

}
