package dev.grpctuning.load.compare.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/**
 * Which variants survived, without the A/A control, and how much the others left
 * unanswered.
 */
public record Survival(@Nullable ComparisonDocument comparison, List<Variant> variants) {

	/** Status of calls that a limit of the server refuses. */
	private static final String REFUSED = "RESOURCE_EXHAUSTED";

	/** So much of what was not answered must have been refused. */
	private static final double MOST = 0.9;

	private static final Map<Double, String> FRACTIONS = Map.of(0.25, "a quarter", 1 / 3.0, "a third", 0.5, "half",
			2 / 3.0, "two thirds", 0.75, "three quarters");

	private static final double NEAR = 0.02;

	/** Rounds in which a variant ran. */
	OptionalInt rounds(String name) {
		return this.variants.stream()
			.filter((variant) -> variant.plain().equals(name))
			.mapToInt((variant) -> variant.rounds().size())
			.findFirst();
	}

	boolean died(String name) {
		return this.variants.stream().anyMatch((variant) -> variant.plain().equals(name) && died(variant));
	}

	private static boolean died(Variant variant) {
		return variant.ended() != Ended.INTERRUPTED && (variant.ended() != Ended.COMPLETED || isSilent(variant));
	}

	/** How variants ended that did not complete or answered nothing. */
	List<String> deaths() {
		List<String> deaths = new ArrayList<>();
		for (Ended how : Ended.values()) {
			List<Variant> dead = this.variants.stream()
				.filter((variant) -> variant.ended() == how && died(variant))
				.toList();
			if (!dead.isEmpty()) {
				deaths.add(death(how, dead));
			}
		}
		return deaths;
	}

	/** If some variants died, the sentence also names those that survived. */
	List<String> deathsAndSurvivors() {
		List<String> said = new ArrayList<>(deaths());
		List<Variant> all = this.variants.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED && answered(variant.runs()) == 1)
			.toList();
		if (!said.isEmpty() && !all.isEmpty()) {
			said.add(Templates.line("survivors", Map.of("names", names(all))));
		}
		return said;
	}

	/** The sentence about single runs. */
	List<String> single() {
		List<String> said = deathsAndSurvivors();
		List<Variant> measured = this.variants.stream()
			.filter((variant) -> !variant.runs().isEmpty() && !isSilent(variant))
			.toList();
		return !said.isEmpty() ? said
				: (measured.size() == 1) ? List.of(Templates.line("served", Served.of(measured.getFirst())))
						: (measured.size() > 1) ? List.of(Templates.line("once", Map.of("variants", measured.size())))
								: List.of();
	}

	/** Why nothing is compared: the baseline has too few figures. */
	List<String> notCompared() {
		ComparisonDocument compared = this.comparison;
		return (compared != null) ? this.variants.stream()
			.filter((variant) -> variant.plain().equals(compared.baseline()))
			.map((baseline) -> Templates.line("not-compared",
					Map.of("measured", baseline.runs().stream().filter((run) -> Metric.THROUGHPUT.of(run) > 0).count(),
							"rounds", compared.rounds())))
			.toList() : List.of();
	}

	List<String> saturated() {
		List<Variant> saturated = this.variants.stream().filter((variant) -> variant.saturated() != null).toList();
		return saturated.isEmpty() ? List.of()
				: List.of(Templates.line("saturated-variants", Map.of("names", names(saturated))));
	}

	/** The share of its calls that a variant refused, or {@code null} if few were. */
	@Nullable String refuses(String name) {
		List<RunDocument> runs = this.variants.stream()
			.filter((variant) -> variant.plain().equals(name))
			.flatMap((variant) -> variant.runs().stream())
			.toList();
		long refused = sum(runs, (run) -> run.counts().failed().getOrDefault(REFUSED, 0L));
		long asked = sum(runs, (run) -> run.counts().started() - run.counts().cancelled());
		long missing = asked - sum(runs, (run) -> run.counts().ok());
		return (refused > 0 && refused >= MOST * missing) ? share((double) refused / asked) : null;
	}

	private String death(Ended how, List<Variant> dead) {
		boolean baseline = this.comparison != null && dead.size() == 1
				&& dead.getFirst().plain().equals(this.comparison.baseline());
		double share = (dead.size() == 1)
				? answered(dead.getFirst().runs().stream().filter((run) -> run.stoppedBy() != null).toList())
				: Double.NaN;
		return Templates.line("death",
				new Death(how, baseline, names(dead), (share > 0 && share < 1) ? Figures.share(share) : null));
	}

	/** Each workload has a sentence of its own after several rounds. */
	private String names(List<Variant> of) {
		boolean rounds = this.comparison != null && this.comparison.rounds() > 1;
		return Headline.variants(of.stream().map(rounds ? Variant::plain : Variant::name).toList());
	}

	private static boolean isSilent(Variant variant) {
		return !variant.runs().isEmpty() && variant.runs().stream().allMatch((run) -> run.counts().ok() == 0);
	}

	/**
	 * Of the started calls, without those that were cancelled as planned; not a number if
	 * there were none.
	 */
	public static double answered(List<RunDocument> runs) {
		return (double) sum(runs, (run) -> run.counts().ok())
				/ sum(runs, (run) -> run.counts().started() - run.counts().cancelled());
	}

	private static long sum(List<RunDocument> runs, ToLongFunction<RunDocument> count) {
		return runs.stream().mapToLong(count).sum();
	}

	/** A share in words where people use them. */
	private static String share(double share) {
		return FRACTIONS.entrySet()
			.stream()
			.filter((fraction) -> Math.abs(fraction.getKey() - share) <= NEAR)
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse(Figures.share(share));
	}

	private record Death(Ended how, boolean baseline, String names, @Nullable String answered) {
	}

	private record Served(String name, String rate, @Nullable String p99, @Nullable String answered,
			boolean saturated) {

		private static Served of(Variant variant) {
			RunDocument run = variant.medianRun();
			double p99 = (run != null) ? Metric.P99.of(run) : Double.NaN;
			double answered = Survival.answered(variant.runs());
			return new Served(Headline.quoted(variant.plain()), (run != null) ? Figures.rate(run.rate()) : "-",
					Double.isNaN(p99) ? null : Claim.time(p99), (answered < 1) ? Figures.share(answered) : null,
					variant.saturated() != null);
		}

	}

}
