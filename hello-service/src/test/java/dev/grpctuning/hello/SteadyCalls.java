package dev.grpctuning.hello;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import dev.grpctuning.hello.v1.HelloRequest;

/** Calls of which some are always open. */
final class SteadyCalls implements AutoCloseable {

	private final AtomicLong answered = new AtomicLong();

	private final AtomicLong failed = new AtomicLong();

	private final RunningService service;

	private final List<Thread> callers;

	private volatile boolean ended;

	SteadyCalls(RunningService service, int open) {
		this.service = service;
		this.callers = Stream.generate(() -> Thread.startVirtualThread(this::call)).limit(open).toList();
	}

	private void call() {
		while (!this.ended) {
			try {
				this.service.stub().sayHello(HelloRequest.getDefaultInstance());
				this.answered.incrementAndGet();
			}
			catch (RuntimeException ex) {
				this.failed.incrementAndGet();
			}
		}
	}

	long answered() {
		return this.answered.get();
	}

	long failed() {
		return this.failed.get();
	}

	@Override
	public void close() {
		this.ended = true;
		try {
			for (Thread caller : this.callers) {
				caller.join();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
