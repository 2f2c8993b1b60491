package dev.grpctuning.load.engine;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

/**
 * A program that drives as many calls as it is told at a target without a network, and
 * prints what it has counted: whether a long run needs no more heap than a short one is
 * shown by the heap it is given.
 */
final class ManyCalls {

	private static final int MAX_OPEN = 500;

	private static final Duration LONG = Duration.ofHours(10);

	private ManyCalls() {
	}

	static void main(String[] args) throws Exception {
		long calls = Long.parseLong(args[1]);
		LoadModel model = switch (args[0]) {
			case "closed" -> new LoadModel.Closed(new Concurrency.Constant(10), Warmup.NONE, LoadModel.ENDLESS);
			case "replay" -> replay(Path.of(args[2]), calls);
			default -> throw new IllegalArgumentException(args[0]);
		};
		AtomicReference<@Nullable LoadRun> run = new AtomicReference<>();
		try (Target target = new Target(() -> {
			LoadRun current = run.get();
			if (current != null) {
				current.finish();
			}
		}, calls)) {
			LoadRun load = new LoadRun(
					new LoadPlan(model, LoadEngine.STUB, StubKind.ASYNC, 1, Greeting.PLAN, MAX_OPEN, LONG, LONG),
					target, (progress) -> {
					});
			run.set(load);
			LoadResult result = load.run().result();
			System.out.println("enough=" + (result.counts().started() >= calls) + " answered="
					+ (result.counts().ok() == result.counts().started()) + " recorded="
					+ (result.latencyMicros().service().count() == result.counts().ok()));
		}
	}

	private static LoadModel open(ArrivalPlan arrivals, Duration duration) {
		return new LoadModel.Open(arrivals, LONG, 1, Warmup.NONE, duration);
	}

	private static LoadModel replay(Path file, long calls) throws IOException {
		try (BufferedWriter writer = Files.newBufferedWriter(file)) {
			for (long micros = 0; micros < calls; micros++) {
				writer.write(micros / 1_000_000 + "." + String.valueOf(1_000_000 + micros % 1_000_000).substring(1));
				writer.write('\n');
			}
		}
		Replay replay = Replay.check(file);
		return open(new ArrivalPlan.OfFile(replay, Shard.ALL), Duration.ofNanos(replay.lengthNanos() + 1));
	}

	/** Answers every call on its one thread, and says when it has been enough. */
	private static final class Target implements CallChannels, CallChannel {

		private final ScheduledExecutorService executor = Executors
			.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

		private final AtomicLong started = new AtomicLong();

		private final Runnable whenEnough;

		private final long enough;

		Target(Runnable whenEnough, long enough) {
			this.whenEnough = whenEnough;
			this.enough = enough;
		}

		@Override
		public List<CallChannel> all() {
			return List.of(this);
		}

		@Override
		public void start(OpenCall call) {
			if (this.started.incrementAndGet() == this.enough) {
				this.whenEnough.run();
			}
			this.executor.execute(call::succeeded);
		}

		@Override
		public ScheduledExecutorService executor() {
			return this.executor;
		}

		@Override
		public void close() {
			this.executor.shutdownNow();
		}

	}

}
