package dev.grpctuning.load.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.tuning.ServerTuning;

/** A run's server in a result file; {@code null} is not known. */
public record ServerDocument(Setup setup, double startSeconds, @Nullable Boolean settled, @Nullable Integer exitCode,
		int peakThreads, long peakHeapBytes, double cpuSeconds, int loadedClasses, @Nullable GcSummary gc) {

	static ServerDocument of(ServerObservation server) {
		return new ServerDocument(Setup.of(server.spec(), server.tuning()), server.startSeconds(), server.settled(),
				(server.exit() != null) ? server.exit().exitCode() : null, server.peakThreads(), server.peakHeapBytes(),
				server.cpuSeconds(), server.samples().isEmpty() ? 0 : server.samples().getLast().loadedClasses(),
				server.gc());
	}

	/** What was set of a server; the rest was measured. */
	public record Setup(@Nullable String profile, List<String> jvmOptions, Map<String, String> properties,
			@Nullable String javaVersion, @Nullable Map<String, String> tuning,
			@Nullable Map<String, String> tuningUnits) {

		private static Setup of(ServerSpec spec, @Nullable ServerTuning tuning) {
			String javaVersion = (tuning != null && tuning.javaVersion() != null) ? tuning.javaVersion()
					: spec.javaVersion();
			return new Setup(spec.profile(), Secrets.masked(spec.jvmOptions()), Secrets.masked(spec.properties()),
					javaVersion, (tuning != null) ? tuning.effective() : null,
					(tuning != null) ? tuning.units() : null);
		}

	}

}
