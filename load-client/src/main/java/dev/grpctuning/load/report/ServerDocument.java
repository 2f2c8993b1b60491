package dev.grpctuning.load.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.ServerObservation;
import dev.grpctuning.load.server.GcSummary;

/**
 * A run's server as it is written to a result file.
 *
 * @param profile its Spring profile
 * @param jvmOptions its JVM options
 * @param properties its properties
 * @param startSeconds time from its start until it was up
 * @param exitCode its process's exit code, 143 if it was asked to end
 * @param peakThreads most live threads
 * @param peakHeapBytes most heap in use
 * @param cpuSeconds CPU time from the first sample to the last
 * @param loadedClasses classes loaded at the last sample
 * @param gc its pauses, from its GC log
 */
public record ServerDocument(@Nullable String profile, List<String> jvmOptions, Map<String, String> properties,
		double startSeconds, int exitCode, int peakThreads, long peakHeapBytes, double cpuSeconds, int loadedClasses,
		GcSummary gc) {

	static ServerDocument of(ServerObservation server) {
		int classes = server.samples().isEmpty() ? 0 : server.samples().getLast().loadedClasses();
		return new ServerDocument(server.spec().profile(), server.spec().jvmOptions(), server.spec().properties(),
				server.startSeconds(), server.exit().exitCode(), server.peakThreads(), server.peakHeapBytes(),
				server.cpuSeconds(), classes, server.gc());
	}

}
