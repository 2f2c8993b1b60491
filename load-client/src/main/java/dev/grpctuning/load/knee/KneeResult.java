package dev.grpctuning.load.knee;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.Trial;

/**
 * A variant and its knee, as a result file has them. Options, properties and JDK are
 * those that not all variants share.
 */
record KneeResult(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
		Map<String, String> properties, @Nullable String javaHome, Ended ended, @Nullable String reason,
		@Nullable Knee knee, List<CurvePoint> curve, List<Trial> trials) {

	static KneeResult of(Variant variant, Ended ended, @Nullable String reason, @Nullable Knee knee,
			List<Trial> trials) {
		return new KneeResult(variant.name(), variant.changes(), variant.profile(), variant.jvmOptions(),
				new TreeMap<>(variant.properties()),
				(variant.javaHome() != null) ? variant.javaHome().toString() : null, ended, reason, knee,
				CurvePoint.of(trials), List.copyOf(trials));
	}

	boolean sameSetupAs(KneeResult other) {
		return Objects.equals(this.profile, other.profile) && this.jvmOptions.equals(other.jvmOptions)
				&& this.properties.equals(other.properties) && Objects.equals(this.javaHome, other.javaHome);
	}

	@Nullable CurvePoint atKnee() {
		return this.curve.stream()
			.filter((point) -> this.knee != null && point.callsPerSecond() == this.knee.callsPerSecond())
			.findFirst()
			.orElse(null);
	}

}
