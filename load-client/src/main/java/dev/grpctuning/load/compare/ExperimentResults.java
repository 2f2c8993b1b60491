package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ComparisonDocument.Row;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.LatencyAt;
import dev.grpctuning.load.compare.result.MethodsDocument;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.result.Slices;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Outcome;
import dev.grpctuning.load.result.Outcome.Goodput;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.stats.Comparison.Verdict;
import dev.grpctuning.load.stats.Risk;
import dev.grpctuning.load.threshold.Threshold;

/**
 * Collects the runs of an experiment: the summary of each in memory, and all of it in
 * {@code runs/<n>.json}. {@code result.json} is put together from these files.
 */
public final class ExperimentResults {

	private final Experiment experiment;

	private final Instant startedAt;

	private final List<Threshold> thresholds;

	private final ResultFolder output;

	private final Environment environment;

	private final Path folder;

	/** The files of runs by their summaries, of which two can be equal. */
	private final Map<RunDocument, Path> runs = new IdentityHashMap<>();

	private final Map<Variant, ExperimentDocument.Variant> variants = new LinkedHashMap<>();

	private int rounds;

	private Risk.Look look;

	private List<LatencyAt> latencyAt = List.of();

	private List<MethodsDocument> methods = List.of();

	public ExperimentResults(Experiment experiment, Instant startedAt, List<Threshold> thresholds, ResultFolder output,
			Environment environment) {
		this.experiment = experiment;
		this.startedAt = startedAt;
		this.thresholds = thresholds;
		this.output = output;
		this.environment = environment;
		this.folder = experiment.directory().resolve("runs");
		this.look = (experiment.rounds().time() != null) ? Risk.Look.DURING : Risk.Look.ONLY;
	}

	/** Takes the rates at which latencies are measured, before the first round. */
	public synchronized void latencyAt(List<LatencyAt> found) {
		this.latencyAt = found;
	}

	/** Takes what the profiled runs show of methods. */
	synchronized void methods(List<MethodsDocument> found) {
		this.methods = found;
	}

	public synchronized void add(VariantResult result) {
		List<RunDocument> runs = result.runs().stream().map((run) -> store(judged(result.variant(), run))).toList();
		add(result, runs, null);
	}

	private void add(VariantResult result, List<RunDocument> runs, @Nullable Slices slices) {
		Variant variant = result.variant();
		this.variants.merge(variant,
				new ExperimentDocument.Variant(variant.title(), variant.name(),
						(variant.workload() != null) ? variant.workload().name() : null, variant.changes(),
						new ExperimentDocument.Setup(variant.profile(), Secrets.masked(variant.jvmOptions()),
								Secrets.masked(variant.properties()),
								(variant.javaHome() != null) ? variant.javaHome().toString() : null,
								(variant.jar() != null) ? variant.jar().toString() : null),
						(variant.plan() != null) ? PlanDocument.of(variant.plan()) : null, result.ended(),
						result.reason(), runs, result.runs().stream().map(ServerRun::round).toList(), slices),
				ExperimentDocument.Variant::plus);
	}

	/** Whether slices are compared. */
	synchronized boolean sliced() {
		return this.variants.values().stream().anyMatch((variant) -> variant.slices() != null);
	}

	/**
	 * Takes a unit of each variant of a workload. Until the planned end, the experiment
	 * may end after any.
	 * @param batch length of a batch, or {@code null} if the unit is a round
	 */
	synchronized void unit(Map<Variant, Measured> measured, Duration slice, @Nullable Duration batch) {
		this.look = Risk.Look.DURING;
		measured.forEach((variant, unit) -> {
			Map<Metric, double[]> values = new EnumMap<>(Metric.class);
			// A unit counts even if nothing could be measured.
			values.put(Metric.THROUGHPUT, new double[] { Double.NaN });
			unit.values().forEach((metric, value) -> values.put(metric, new double[] { value }));
			add(new VariantResult(variant, Ended.COMPLETED, null, List.of()), List.of(), Slices.of(unit.slices().size(),
					slice.toMillis(), (batch != null) ? batch.toMillis() / 1e3 : null, unit.seconds(), values));
		});
	}

	/**
	 * Ends a round.
	 * @param spent whether the experiment has a budget that is spent
	 * @return the variants that are still undecided, or undecided again, and what they
	 * are compared with
	 */
	synchronized List<Variant> endRound(boolean spent) {
		this.rounds++;
		this.look = spent ? Risk.Look.LAST : this.look;
		ExperimentDocument document = document();
		this.output.attempt(() -> ResultFile.writeText(ExperimentReport.markdown(document),
				this.experiment.directory().resolve("report.md")));
		return undecided(document);
	}

	/** Returns the variants that are still undecided, and what they are compared with. */
	synchronized List<Variant> look() {
		return undecided(document());
	}

	private List<Variant> undecided(ExperimentDocument document) {
		ComparisonDocument comparison = document.comparison();
		List<Variant> variants = this.experiment.variants();
		Set<String> once = document.variants()
			.stream()
			.filter((variant) -> variant.units() == 1 && variant.ended() == Ended.COMPLETED)
			.map(ExperimentDocument.Variant::name)
			.collect(Collectors.toSet());
		return (comparison != null && this.look != Risk.Look.ONLY) ? undecided(comparison, once, variants) : variants;
	}

	/**
	 * Returns those of several variants that are not decided, with the baseline of each
	 * workload that has some, and its A/A control. A variant without any figures after
	 * two rounds will probably never have some.
	 * @param once names of those that ran once, while others had slices
	 */
	static List<Variant> undecided(ComparisonDocument comparison, Set<String> once, List<Variant> variants) {
		if (comparison.rounds() < 2) {
			return variants;
		}
		Set<String> controls = comparison.controls();
		Set<String> open = comparison.rows()
			.stream()
			.filter((row) -> row.metric() == comparison.primary() && !row.control() && row.comparison() != null
					&& row.comparison().rounds() != 0 && row.verdict() == Verdict.NO_DIFFERENCE_SHOWN)
			.map(Row::variant)
			.collect(Collectors.toSet());
		open.addAll(once);
		return variants.stream()
			.filter((variant) -> open.contains(variant.title())
					|| ((variant.name().equals(comparison.baseline()) || controls.contains(variant.title()))
							&& variants.stream()
								.filter((other) -> Objects.equals(other.workload(), variant.workload()))
								.anyMatch((other) -> open.contains(other.title()))))
			.toList();
	}

	private RunDocument judged(Variant variant, ServerRun measured) {
		RunDocument run = RunDocument.of(variant.title(), null, measured.last(), measured.closed());
		Duration objective = this.experiment.measures().objective();
		if (objective != null) {
			Goodput goodput = Goodput.of(objective, measured.last().plan().model(), measured.last().load());
			run = run.with(new Outcome(run.outcome().failure(), goodput, List.of()));
		}
		return run.with(run.outcome().with(Threshold.check(this.thresholds, run)));
	}

	/** Variants that are not listed come last. */
	private static int place(List<Variant> listed, Variant variant) {
		int index = listed.indexOf(variant);
		return (index >= 0) ? index : listed.size();
	}

	public ExperimentDocument document() {
		return document(false);
	}

	/**
	 * Returns the experiment.
	 * @param soFar whether it is still going on: what has not been run is not missing
	 */
	private ExperimentDocument document(boolean soFar) {
		Map<Variant, ExperimentDocument.Variant> measured;
		Risk.Look look;
		List<LatencyAt> found;
		List<MethodsDocument> changed;
		synchronized (this) {
			measured = new LinkedHashMap<>(this.variants);
			look = this.look;
			found = this.latencyAt;
			changed = this.methods;
		}
		List<Variant> listed = Rounds.listed(this.experiment.variants());
		List<ExperimentDocument.Variant> all = measured.entrySet()
			.stream()
			.sorted(Comparator.comparingInt((variant) -> place(listed, variant.getKey())))
			.map(Map.Entry::getValue)
			.toList();
		ExperimentDocument.Budget budget = (this.experiment.rounds().time() != null) ? new ExperimentDocument.Budget(
				this.experiment.rounds().time().toMillis() / 1e3, look == Risk.Look.LAST) : null;
		boolean compared = all.size() > 1 || this.experiment.rounds().number() > 1;
		ExperimentDocument.Design design = new ExperimentDocument.Design(
				soFar ? all.stream().map(ExperimentDocument.Variant::name).toList()
						: this.experiment.variants().stream().map(Variant::title).toList(),
				this.experiment.controls(), workloads(),
				(this.experiment.scale() != 1) ? this.experiment.scale() : null, rounds(all, soFar), budget,
				this.experiment.rounds().seed());
		return new ExperimentDocument(ResultFile.SCHEMA, this.experiment.name(), this.experiment.description(),
				this.startedAt, PlanDocument.of(this.experiment.plan()), this.environment, design, all,
				compared ? comparison(all, look) : null, found.isEmpty() ? null : found,
				changed.isEmpty() ? null : changed);
	}

	/** Rounds of runs that were planned, or that ran if their number was not set. */
	private synchronized int rounds(List<ExperimentDocument.Variant> all, boolean soFar) {
		boolean sliced = all.stream().anyMatch((variant) -> variant.slices() != null);
		if (this.experiment.rounds().time() != null && !sliced) {
			return this.rounds;
		}
		return (soFar || sliced) ? wholeRounds(all) : this.experiment.rounds().number();
	}

	private static int wholeRounds(List<ExperimentDocument.Variant> all) {
		return all.stream()
			.filter((variant) -> variant.ended() == Ended.COMPLETED)
			.mapToInt((variant) -> variant.runs().size())
			.min()
			.orElse(1);
	}

	private ComparisonDocument comparison(List<ExperimentDocument.Variant> all, Risk.Look look) {
		return ComparisonDocument.of(this.experiment.baseline(), this.experiment.question().with(look), all,
				this.experiment.controls());
	}

	private @Nullable List<ExperimentDocument.Workload> workloads() {
		List<ExperimentDocument.Workload> workloads = this.experiment.variants()
			.stream()
			.flatMap((variant) -> Stream.ofNullable(variant.workload()))
			.distinct()
			.map((workload) -> new ExperimentDocument.Workload(workload.name(), workload.changes(),
					PlanDocument.of(workload.plan())))
			.toList();
		return workloads.isEmpty() ? null : workloads;
	}

	/** Writes the result and the report, which needs whole runs. */
	public ExperimentDocument write() {
		ExperimentDocument document = document();
		this.output
			.attempt(() -> ResultFile.write(document, this.experiment.directory().resolve("result.json"), this::whole));
		if (this.output.isComplete()) {
			this.output.attempt(() -> ExperimentReport.of(withMedianRuns(document), this.experiment.directory())
				.write(this.experiment.directory()));
		}
		return document;
	}

	/** Writes a run. Returns its summary, or the whole run if it could not be written. */
	private RunDocument store(RunDocument run) {
		Path file = this.folder.resolve((this.runs.size() + 1) + ".json");
		if (!this.output.attempt(() -> ResultFile.write(run, file))) {
			return run;
		}
		RunDocument summary = run.summary();
		this.runs.put(summary, file);
		return summary;
	}

	/** Deletes the files of single runs, which are in the result. */
	synchronized void deleteRuns() {
		try {
			for (Path file : this.runs.values()) {
				Files.deleteIfExists(file);
			}
		}
		catch (IOException ex) {
			// A file that is left does no harm.
		}
		this.runs.clear();
		ResultFolder.removeIfEmpty(this.folder);
	}

	/**
	 * Draws the report of what there is. May be called from any thread, and no run waits
	 * for it.
	 */
	String page() {
		return ExperimentReport.of(withMedianRuns(document(true)), this.experiment.directory()).html();
	}

	private ExperimentDocument withMedianRuns(ExperimentDocument document) {
		List<@Nullable RunDocument> medians = document.variants()
			.stream()
			.map(ExperimentDocument.Variant::medianRun)
			.toList();
		return document.mapRuns((run) -> medians.stream().anyMatch((median) -> median == run) ? whole(run) : run);
	}

	/** Reads all of a run; if its file has gone, there is only its summary. */
	RunDocument whole(RunDocument summary) {
		Path file = file(summary);
		try {
			return (file != null) ? ResultFile.read(file, RunDocument.class) : summary;
		}
		catch (IOException ex) {
			if (file(summary) != null) {
				this.output.fail("cannot be read again", ex);
			}
			return summary;
		}
	}

	private synchronized @Nullable Path file(RunDocument summary) {
		return this.runs.get(summary);
	}

}
