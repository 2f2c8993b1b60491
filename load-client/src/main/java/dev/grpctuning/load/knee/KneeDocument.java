package dev.grpctuning.load.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.experiment.Ended;
import dev.grpctuning.load.experiment.KneePlan;
import dev.grpctuning.load.experiment.KneeResult;
import dev.grpctuning.load.search.Knee;

/**
 * The knees of variants as they are written to a result file.
 *
 * @param schema number of this form
 * @param startedAt when the search began
 * @param environment what it ran on
 * @param objective the conditions that had to hold
 * @param trials how rates were tried
 * @param jvmOptions JVM options of all servers
 * @param properties properties of all servers
 * @param planned names of all variants
 * @param variants the variants that were begun
 */
public record KneeDocument(int schema, Instant startedAt, Environment environment, List<String> objective,
		TrialPlanDocument trials, List<String> jvmOptions, Map<String, String> properties, List<String> planned,
		List<Variant> variants) {

	/**
	 * The document of a search.
	 * @param plan what was searched for
	 * @param objective the conditions that had to hold
	 * @param startedAt when it began
	 * @param results what came of its variants so far
	 * @return the document
	 */
	public static KneeDocument of(KneePlan plan, List<String> objective, Instant startedAt, List<KneeResult> results) {
		return new KneeDocument(RunDocument.SCHEMA, startedAt, Environment.current(), objective,
				TrialPlanDocument.of(plan.trials()), plan.setup().jvmOptions(),
				new TreeMap<>(plan.setup().properties()),
				plan.variants().stream().map(dev.grpctuning.load.experiment.Variant::name).toList(),
				results.stream().map(Variant::of).toList());
	}

	/**
	 * Whether the objective held at any rate of any variant.
	 * @return whether there is a knee
	 */
	public boolean anyFound() {
		return this.variants.stream().anyMatch((variant) -> variant.knee() != null && variant.knee().found());
	}

	/**
	 * What is printed of it.
	 * @param format for whom: table, JSON or CSV
	 * @return lines of text without a line end at the end
	 */
	public String text(RunFormat format) {
		return switch (format) {
			case TABLE, QPS, GRID -> KneeTable.of(this);
			case JSON -> ResultFile.text(this);
			case CSV -> KneeCsv.of(this);
		};
	}

	/**
	 * A variant.
	 *
	 * @param name its name
	 * @param changes what it changes
	 * @param profile its Spring profile
	 * @param jvmOptions its JVM options, without those that all variants share
	 * @param properties its properties, without those that all variants share
	 * @param javaHome its JDK, or {@code null} if it is that which all variants share,
	 * and in results of earlier versions
	 * @param ended how it ended
	 * @param reason why, if it did not complete
	 * @param knee its knee, or {@code null} if the search for it did not end
	 * @param curve rates against latencies, by rate
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
		 * @return the point, or {@code null} if there is no knee
		 */
		@Nullable CurvePoint atKnee() {
			return this.curve.stream()
				.filter((point) -> this.knee != null && point.callsPerSecond() == this.knee.callsPerSecond())
				.findFirst()
				.orElse(null);
		}

	}

	/**
	 * A knee.
	 *
	 * @param callsPerSecond highest rate at which the objective held, 0 if it held at
	 * none
	 * @param brokenPerSecond lowest rate above it at which it did not hold, or
	 * {@code null} if there was none
	 * @param limit why no higher rate was found
	 */
	public record KneeFigures(double callsPerSecond, @Nullable Double brokenPerSecond, Knee.Limit limit) {

		static KneeFigures of(Knee knee) {
			return new KneeFigures(knee.rate(), Double.isFinite(knee.broken()) ? knee.broken() : null, knee.limit());
		}

		boolean found() {
			return this.callsPerSecond > 0;
		}

	}

}
