package dev.grpctuning.load.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.process.GcSummary;

/**
 * A run's server as it is written to a result file.
 *
 * @param exitCode its process's exit code, 143 if it was asked to end; {@code null} if it
 * went on
 * @param peakThreads most live threads
 * @param gc its pauses, from its GC log, or {@code null} if that is not at hand
 * @param javaVersion version of its Java runtime, or {@code null} if that is not known
 * @param tuning what was in force: effective values by the names of knobs, without those
 * that are unlimited or none; {@code null} if it does not say
 * @param settled whether it had settled when it was driven; {@code null} if it was not
 * waited for and in results of earlier versions
 */
public record ServerDocument(@Nullable String profile, List<String> jvmOptions, Map<String, String> properties,
		double startSeconds, @Nullable Integer exitCode, int peakThreads, long peakHeapBytes, double cpuSeconds,
		int loadedClasses, @Nullable GcSummary gc, @Nullable String javaVersion, @Nullable Map<String, String> tuning,
		@Nullable Boolean settled) {

	static ServerDocument of(ServerObservation server) {
		int classes = server.samples().isEmpty() ? 0 : server.samples().getLast().loadedClasses();
		return new ServerDocument(server.spec().profile(), server.spec().jvmOptions(), server.spec().properties(),
				server.startSeconds(), (server.exit() != null) ? server.exit().exitCode() : null, server.peakThreads(),
				server.peakHeapBytes(), server.cpuSeconds(), classes, server.gc(), javaVersion(server),
				(server.tuning() != null) ? server.tuning().effective() : null, server.settled());
	}

	private static @Nullable String javaVersion(ServerObservation server) {
		return (server.tuning() != null && server.tuning().javaVersion() != null) ? server.tuning().javaVersion()
				: server.spec().javaVersion();
	}

}
