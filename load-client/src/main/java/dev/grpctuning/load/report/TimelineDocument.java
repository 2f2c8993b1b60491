package dev.grpctuning.load.report;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.TimelinePoint;
import dev.grpctuning.load.server.ServerSample;

/**
 * One second of a run, from both sides.
 *
 * @param client the client's side
 * @param server the server's side, or {@code null} if it gave no sample near that time
 */
public record TimelineDocument(TimelinePoint client, @Nullable Server server) {

	private static final double NEAR_SECONDS = 0.75;

	static List<TimelineDocument> of(LoadResult load, List<ServerSample> samples) {
		return load.timeline().stream().map((point) -> of(point, load.startedNanos(), samples)).toList();
	}

	private static TimelineDocument of(TimelinePoint point, long startedNanos, List<ServerSample> samples) {
		Server nearest = null;
		double distance = NEAR_SECONDS;
		for (int i = 0; i < samples.size(); i++) {
			double seconds = (samples.get(i).atNanos() - startedNanos) / 1e9;
			if (Math.abs(seconds - point.seconds()) < distance) {
				distance = Math.abs(seconds - point.seconds());
				nearest = Server.of(seconds, (i != 0) ? samples.get(i - 1) : null, samples.get(i));
			}
		}
		return new TimelineDocument(point, nearest);
	}

	/**
	 * The server's side of a second.
	 *
	 * @param seconds time from the start of the run to the sample
	 * @param cpuSeconds CPU time since the process started
	 * @param heapUsedBytes heap in use
	 * @param heapCommittedBytes heap that the JVM holds, 0 in results of earlier versions
	 * @param threads live threads
	 * @param peakThreads most live threads since the process started, 0 likewise
	 * @param gcCount pauses since the process started
	 * @param gcSeconds time in them
	 * @param loadedClasses classes loaded
	 * @param processors processors that its JVM sees, 0 if it does not say and in results
	 * of earlier versions
	 * @param grpc its calls since the sample before, or {@code null} if it does not tell
	 * and in results of earlier versions
	 */
	public record Server(double seconds, double cpuSeconds, long heapUsedBytes, long heapCommittedBytes, int threads,
			int peakThreads, long gcCount, double gcSeconds, int loadedClasses, int processors,
			@Nullable GrpcSecond grpc) {

		private static Server of(double seconds, @Nullable ServerSample before, ServerSample sample) {
			return new Server(seconds, sample.cpuSeconds(), sample.heapUsedBytes(), sample.heapCommittedBytes(),
					sample.threads(), sample.peakThreads(), sample.gcCount(), sample.gcSeconds(),
					sample.loadedClasses(), sample.processors(), GrpcSecond.of(before, sample));
		}

	}

}
