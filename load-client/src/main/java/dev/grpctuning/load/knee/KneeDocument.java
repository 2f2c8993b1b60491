package dev.grpctuning.load.knee;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultKind;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.search.result.CurvePoint;
import dev.grpctuning.load.search.result.KneeFigures;
import dev.grpctuning.load.search.result.TrialDocument;
import dev.grpctuning.load.search.result.TrialPlanDocument;

/**
 * The knees of variants as they are written to a result file.
 */
@ResultKind("knee")
public record KneeDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlanDocument trials, List<String> jvmOptions, Map<String, String> properties, List<String> planned,
		List<Variant> variants) {

	/**
	 * The document of a search.
	 */
	public static KneeDocument of(KneePlan plan, List<String> objective, Instant startedAt, List<KneeResult> results) {
		return new KneeDocument(RunDocument.SCHEMA, startedAt, Environment.current(), objective,
				TrialPlanDocument.of(plan.trials()), plan.setup().jvmOptions(),
				new TreeMap<>(plan.setup().properties()),
				plan.variants().stream().map(dev.grpctuning.load.compare.experiment.Variant::name).toList(),
				results.stream().map(Variant::of).toList());
	}

	/**
	 * Whether the objective held at any rate of any variant.
	 */
	public boolean anyFound() {
		return this.variants.stream().anyMatch((variant) -> variant.knee() != null && variant.knee().found());
	}

	/**
	 * A variant.
	 *
	 * @param jvmOptions its JVM options, without those that all variants share
	 * @param properties its properties, without those that all variants share
	 * @param javaHome its JDK, or {@code null} if it is that which all variants share
	 * @param reason why, if it did not complete
	 * @param knee its knee, or {@code null} if the search for it did not end
	 * @param trials all trials, in order
	 */
	public record Variant(String name, @Nullable String changes, @Nullable String profile, List<String> jvmOptions,
			Map<String, String> properties, @Nullable String javaHome, Ended ended, @Nullable String reason,
			@Nullable KneeFigures knee, List<CurvePoint> curve, List<TrialDocument> trials) {

		private static Variant of(KneeResult result) {
			var variant = result.variant();
			List<CurvePoint> curve = CurvePoint.of(result.trials());
			return new Variant(variant.name(), variant.changes(), variant.profile(), variant.jvmOptions(),
					new TreeMap<>(variant.properties()),
					(variant.javaHome() != null) ? variant.javaHome().toString() : null, result.ended(),
					result.reason(), (result.knee() != null) ? KneeFigures.of(result.knee()) : null, curve,
					TrialDocument.of(result.trials()));
		}

		boolean sameSetupAs(Variant other) {
			return Objects.equals(this.profile, other.profile) && this.jvmOptions.equals(other.jvmOptions)
					&& this.properties.equals(other.properties) && Objects.equals(this.javaHome, other.javaHome);
		}

		/**
		 * The point of the curve at the knee.
		 */
		@Nullable CurvePoint atKnee() {
			return this.curve.stream()
				.filter((point) -> this.knee != null && point.callsPerSecond() == this.knee.callsPerSecond())
				.findFirst()
				.orElse(null);
		}

	}

}
