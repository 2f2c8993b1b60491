package dev.grpctuning.load.compare;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.transport.TargetAddress;

/** Servers without a process. */
final class FakeServers extends RunServers {

	private final BiConsumer<Variant, Path> started;

	private final boolean ready;

	/**
	 * Creates servers.
	 * @param started is told the variant and the folder of each server
	 * @param ready whether they are up at once; otherwise another thread interrupts the
	 * wait
	 */
	FakeServers(BiConsumer<Variant, Path> started, boolean ready) {
		super(Samples.experiment(null).setup(), Duration.ZERO, Path.of(""), true, null, null);
		this.started = started;
		this.ready = ready;
	}

	@Override
	public void prepare(List<Variant> variants) {
		// All can be had.
	}

	@Override
	public RunServer start(Variant variant, Path directory) {
		this.started.accept(variant, directory);
		return new FakeServer(this.ready);
	}

	private record FakeServer(boolean ready) implements RunServer {

		@Override
		public LongSupplier cpuClock() {
			return () -> 0;
		}

		@Override
		public void awaitReady() throws InterruptedException {
			if (!this.ready) {
				Thread waiting = Thread.currentThread();
				Thread.ofVirtual().start(waiting::interrupt);
				new CountDownLatch(1).await();
			}
		}

		@Override
		public ObservedServer observed() {
			return new ObservedServer(TargetAddress.parse("localhost:1"), URI.create("http://localhost:1"), null);
		}

		@Override
		public void onExit(Runnable action) {
			// It never ends.
		}

		@Override
		public boolean hasEnded() {
			return false;
		}

		@Override
		public RunServer.End end() {
			return new RunServer.End(null, null, List.of());
		}

		@Override
		public void close() {
			// There is nothing to end.
		}

	}

}
