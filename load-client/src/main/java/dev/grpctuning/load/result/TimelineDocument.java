package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.Contention;
import dev.grpctuning.load.server.metrics.CpuUse;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.metrics.TimerSample;

/** An interval from both sides, the server's only if a sample is near its end. */
public record TimelineDocument(TimelinePoint client, @Nullable Server server, @Nullable Contention clientCpu) {

	/** Distance of a sample from an interval's end, at most, as a share of it. */
	private static final double NEAR = 0.75;

	static List<TimelineDocument> of(MeasuredLoad load, List<ServerSample> samples, ClientObservation client,
			Duration interval) {
		List<TimelinePoint> points = load.timeline();
		double[] seconds = samples.stream()
			.mapToDouble((sample) -> (sample.atNanos() - load.startedNanos()) / 1e9)
			.toArray();
		int[] chosen = chosen(points, seconds, NEAR * interval.toNanos() / 1e9);
		List<TimelineDocument> timeline = new ArrayList<>();
		int before = -1;
		for (int at = 0; at < chosen.length; at++) {
			int sample = chosen[at];
			Server server = null;
			if (sample >= 0) {
				before = (before < 0) ? sample - 1 : before;
				server = Server.of(seconds[sample], (before < 0) ? null : samples.get(before), samples.get(sample));
				before = sample;
			}
			long end = load.startedNanos() + Math.round(points.get(at).seconds() * 1e9);
			timeline.add(new TimelineDocument(points.get(at), server, client.between(end - interval.toNanos(), end)));
		}
		return timeline;
	}

	/** Index of the sample nearest to each interval's end, each once, or -1. */
	private static int[] chosen(List<TimelinePoint> points, double[] seconds, double near) {
		int[] chosen = new int[points.size()];
		int sample = 0;
		for (int at = 0; at < chosen.length; at++) {
			double end = points.get(at).seconds();
			double until = (at + 1 < chosen.length) ? (end + points.get(at + 1).seconds()) / 2 : Double.MAX_VALUE;
			double nearest = near;
			chosen[at] = -1;
			for (; sample < seconds.length && seconds[sample] < until; sample++) {
				if (Math.abs(seconds[sample] - end) < nearest) {
					nearest = Math.abs(seconds[sample] - end);
					chosen[at] = sample;
				}
			}
		}
		return chosen;
	}

	/** The server's side of an interval, with the most threads since its start. */
	public record Server(double seconds, double cpuSeconds, long heapUsedBytes, long heapCommittedBytes, int threads,
			int peakThreads, long gcCount, double gcSeconds, int loadedClasses, int processors,
			@Nullable GrpcSecond grpc, @Nullable Contention cpu) {

		private static Server of(double seconds, @Nullable ServerSample before, ServerSample sample) {
			CpuUse use = (before != null) ? CpuUse.between(before, sample) : null;
			return new Server(seconds, sample.cpuSeconds(), sample.heapUsedBytes(), sample.heapCommittedBytes(),
					sample.threads(), sample.peakThreads(), sample.gcCount(), sample.gcSeconds(),
					sample.loadedClasses(), sample.processors(), GrpcSecond.of(before, sample),
					(use != null) ? use.contention() : null);
		}

	}

	/** A server's calls in an interval, {@code null} if not measured. */
	public record GrpcSecond(@Nullable Double callMicros, @Nullable Double callP99Micros, Executor executor,
			@Nullable Double eventLoopLagMicros, @Nullable Double eventLoopLagP99Micros,
			@Nullable Double eventLoopLagMaxMicros, @Nullable Long eventLoopPending, @Nullable Long refused) {

		static @Nullable GrpcSecond of(@Nullable ServerSample before, ServerSample sample) {
			GrpcMeters meters = sample.grpc();
			if (meters == null) {
				return null;
			}
			GrpcMeters.Interval since = GrpcMeters.Interval.between((before != null) ? before : sample, sample);
			GrpcMeters.Executor executor = meters.executor();
			return new GrpcSecond(mean(since.calls()), tail(since.calls()),
					new Executor((executor != null) ? executor.queued() : null,
							(executor != null) ? executor.active() : null, mean(since.waits()), tail(since.waits()),
							mean(since.runs()), tail(since.runs())),
					mean(since.lag()), few(since.lag()) ? null : tail(since.lag()), max(since.lag()),
					meters.eventLoopPending(), (since.refused() != null) ? Math.round(since.refused()) : null);
		}

		/**
		 * Event loops are asked five times a second, which is too few for a percentile.
		 */
		private static boolean few(@Nullable TimerSample times) {
			return times == null || !times.hasQuantile(0.99);
		}

		private static @Nullable Double max(@Nullable TimerSample times) {
			return (times != null) ? times.maxMicros() : null;
		}

		private static @Nullable Double mean(@Nullable TimerSample times) {
			return (times != null) ? times.meanMicros() : null;
		}

		private static @Nullable Double tail(@Nullable TimerSample times) {
			return (times != null) ? times.quantileMicros(0.99) : null;
		}

		/** Tasks of the server's executor. */
		public record Executor(@Nullable Long queued, @Nullable Long active, @Nullable Double waitMicros,
				@Nullable Double waitP99Micros, @Nullable Double runMicros, @Nullable Double runP99Micros) {
		}

	}

}
