package dev.grpctuning.load.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.tuning.ServerTuning;

/** A run's server in a result file; {@code null} is not known. */
public record ServerDocument(@Nullable String profile, List<String> jvmOptions, Map<String, String> properties,
		double startSeconds, @Nullable Integer exitCode, int peakThreads, long peakHeapBytes, double cpuSeconds,
		int loadedClasses, @Nullable GcSummary gc, @Nullable String javaVersion, @Nullable Map<String, String> tuning,
		@Nullable Map<String, String> tuningUnits, @Nullable Boolean settled) {

	static ServerDocument of(ServerObservation server) {
		ServerTuning tuning = server.tuning();
		int classes = server.samples().isEmpty() ? 0 : server.samples().getLast().loadedClasses();
		return new ServerDocument(server.spec().profile(), Secrets.masked(server.spec().jvmOptions()),
				Secrets.masked(server.spec().properties()), server.startSeconds(),
				(server.exit() != null) ? server.exit().exitCode() : null, server.peakThreads(), server.peakHeapBytes(),
				server.cpuSeconds(), classes, server.gc(), javaVersion(server),
				(tuning != null) ? tuning.effective() : null, (tuning != null) ? tuning.units() : null,
				server.settled());
	}

	/** Leaves out the parts that take much memory. */
	ServerDocument summary() {
		return new ServerDocument(this.profile, this.jvmOptions, this.properties, this.startSeconds, this.exitCode,
				this.peakThreads, this.peakHeapBytes, this.cpuSeconds, this.loadedClasses, this.gc, this.javaVersion,
				null, null, this.settled);
	}

	private static @Nullable String javaVersion(ServerObservation server) {
		return (server.tuning() != null && server.tuning().javaVersion() != null) ? server.tuning().javaVersion()
				: server.spec().javaVersion();
	}

}
