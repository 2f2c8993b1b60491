package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.slices.SliceChoice;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/** Rounds after the first ones, in which variants take turns in slices. */
record SlicedRounds(Experiment experiment, RunServers servers, RunDriver driver, Display display,
		LatencyPhases latency) {

	/** So many servers may run at the same time. */
	private static final int MOST_SERVERS = 4;

	/** So many settings of a server may take turns. */
	private static final int MOST_SETTINGS = 10;

	/** Batches between two looks, which take the machine some CPU time. */
	private static final int LOOK = 5;

	/**
	 * Chooses the length of slices, and who has some.
	 * @param first the whole runs of all variants
	 */
	Choice choose(List<VariantResult> first) {
		Map<Variant, String> obstacles = new LinkedHashMap<>();
		SliceChoice choice = SliceChoice.shortest(this.servers.kept());
		for (List<Variant> workload : Variant.byWorkload(this.experiment.variants())) {
			String all = obstacle(workload);
			List<Variant> baselineFirst = workload.stream()
				.sorted(Comparator.comparing((variant) -> !this.experiment.isBaseline(variant)))
				.toList();
			for (Variant variant : baselineFirst) {
				SliceChoice with = (all != null) ? SliceChoice.none(all) : with(choice, variant, first);
				if (with.obstacle() == null) {
					choice = with;
				}
				else {
					obstacles.put(variant, with.obstacle());
					all = this.experiment.isBaseline(variant) ? with.obstacle() : all;
				}
			}
			List<Variant> compared = compared(workload);
			if (!compared.isEmpty() && obstacles.keySet().containsAll(compared)) {
				String obstacle = obstacles.getOrDefault(compared.getFirst(), "");
				workload.forEach((variant) -> obstacles.putIfAbsent(variant, obstacle));
			}
		}
		List<Variant> sliced = this.experiment.variants()
			.stream()
			.filter((variant) -> !obstacles.containsKey(variant))
			.toList();
		boolean any = Variant.byWorkload(sliced).stream().anyMatch((workload) -> workload.size() > 1);
		return new Choice(any ? choice.slice() : null, sliced, obstacles);
	}

	/** Those of a workload that are neither its baseline nor the A/A control. */
	private List<Variant> compared(List<Variant> workload) {
		return workload.stream()
			.filter((variant) -> !this.experiment.isBaseline(variant)
					&& !this.experiment.controls().contains(variant.title()))
			.toList();
	}

	private @Nullable String obstacle(List<Variant> workload) {
		int most = this.servers.kept() ? MOST_SETTINGS : MOST_SERVERS;
		if (this.experiment.question().primary() == Metric.RECOVERY) {
			return "a recovery takes longer than a slice";
		}
		return (workload.size() > most)
				? "a workload has %d variants with the A/A control, and at most %d can take turns"
					.formatted(workload.size(), most)
				: null;
	}

	private static SliceChoice with(SliceChoice choice, Variant variant, List<VariantResult> first) {
		SliceChoice with = first.stream().anyMatch((result) -> result.variant() == variant) ? choice
				: SliceChoice.none(variant.title() + " did not run in the last round");
		for (VariantResult result : first) {
			if (result.variant() == variant && result.ended() != Ended.COMPLETED) {
				return SliceChoice.none(variant.title() + " did not complete its first run");
			}
			for (ServerRun run : (result.variant() == variant) ? result.runs() : List.<ServerRun>of()) {
				with = with.with(variant.title(), run.first().plan().model(), run.first().load().result())
					.with(variant.title(), run.last().plan().model(), run.last().load().result());
			}
		}
		return with;
	}

	/**
	 * Runs for the time of the number of rounds or, with a budget, until all is decided
	 * or the budget is over. A quarter of what is left of a budget is for variants that
	 * cannot have slices: most of them are far off.
	 * @param begun when the experiment began, by {@link System#nanoTime()}
	 * @throws TuningRefusedException if the server does not let settings take turns, and
	 * nothing was measured
	 */
	void run(Choice choice, long begun, ExperimentResults results) throws TuningRefusedException {
		List<List<Variant>> workloads = Variant.byWorkload(choice.sliced())
			.stream()
			.filter((workload) -> workload.size() > 1)
			.toList();
		Duration slice = Objects.requireNonNull(choice.slice());
		Duration left = this.experiment.rounds().time();
		boolean last = choice.obstacles().isEmpty();
		if (left != null) {
			left = left.minusNanos(System.nanoTime() - begun).multipliedBy(last ? 4 : 3).dividedBy(4);
		}
		if (this.servers.kept()) {
			inOneServer(workloads, slice, left, last, results);
		}
		else {
			inServers(workloads, slice, left, last, results);
		}
	}

	private void inOneServer(List<List<Variant>> workloads, Duration slice, @Nullable Duration time, boolean last,
			ExperimentResults results) throws TuningRefusedException {
		long begun = System.nanoTime();
		int left = workloads.size();
		for (List<Variant> workload : workloads) {
			long now = System.nanoTime();
			long share = (time != null) ? (time.toNanos() - (now - begun)) / left--
					: ServerSlices.length(this.experiment, workload)
						.multipliedBy(this.experiment.rounds().number())
						.toNanos();
			this.display.begin(null, "slices of %d ms%s".formatted(slice.toMillis(),
					(workload.getFirst().workload() != null) ? ", " + workload.getFirst().workload().name() : ""));
			if (!inOneServer(workload, slice, now + share, results)) {
				return;
			}
		}
		results.endRound(time == null || (last && System.nanoTime() - begun >= time.toNanos()));
		this.display.results();
	}

	/** Returns {@code false} if the experiment has ended. */
	private boolean inOneServer(List<Variant> workload, Duration slice, long untilNanos, ExperimentResults results)
			throws TuningRefusedException {
		if (!this.driver.prepare()) {
			return false;
		}
		try (OneServerSlices slices = new OneServerSlices(this.experiment, this.servers, this.driver, this.latency,
				workload, slice)) {
			List<Variant> undecided = workload;
			boolean counted = this.experiment.rounds().time() == null;
			for (int batch = 1; System.nanoTime() - untilNanos < 0
					&& (counted || isOpen(workload, undecided)); batch++) {
				Map<Variant, Measured> values = slices.batch();
				if (values.isEmpty()) {
					throw new IOException("its server ended");
				}
				results.unit(values, slice, OneServerSlices.BATCH);
				if (batch % LOOK == 0) {
					undecided = results.look();
					this.display.results();
				}
			}
			return true;
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return false;
		}
		catch (TuningRefusedException ex) {
			if (!results.sliced()) {
				throw ex;
			}
			ended(workload.getFirst(), String.valueOf(ex.getMessage()), results);
			return false;
		}
		catch (IOException ex) {
			ended(workload.getFirst(), String.valueOf(ex.getMessage()), results);
			return false;
		}
		finally {
			this.driver.end();
		}
	}

	private boolean isDecided(List<List<Variant>> workloads, List<Variant> undecided) {
		return workloads.stream().noneMatch((workload) -> isOpen(workload, undecided));
	}

	private boolean isOpen(List<Variant> workload, List<Variant> undecided) {
		List<Variant> compared = compared(workload);
		return (compared.isEmpty() ? workload : compared).stream().anyMatch(undecided::contains);
	}

	private void ended(Variant variant, String reason, ExperimentResults results) {
		this.display.print("  %s: %s".formatted(variant.title(), reason));
		results.add(new VariantResult(variant, Ended.EXITED, reason, List.of()));
	}

	private void inServers(List<List<Variant>> workloads, Duration slice, @Nullable Duration time, boolean last,
			ExperimentResults results) {
		long begun = System.nanoTime();
		List<Variant> undecided = this.experiment.variants();
		long longest = 0;
		boolean over = false;
		for (int round = 1; !over; round++) {
			long roundBegun = System.nanoTime();
			this.display.begin(null, "round %d, in slices of %d ms".formatted(round, slice.toMillis()));
			for (List<Variant> workload : workloads) {
				if ((time == null || isOpen(workload, undecided)) && !add(workload, round, slice, results)) {
					return;
				}
			}
			long now = System.nanoTime();
			longest = Math.max(longest, now - roundBegun);
			boolean spent = (time != null) ? now - begun + longest > time.toNanos()
					: round == this.experiment.rounds().number();
			undecided = results.endRound(spent && (time == null || last));
			this.display.results();
			over = spent || (time != null && isDecided(workloads, undecided));
		}
	}

	private boolean add(List<Variant> workload, int round, Duration slice, ExperimentResults results) {
		try {
			// Whole runs have folders with a number alone.
			Map<Variant, Measured> values = new ServerSlices(this.experiment,
					(variant, number) -> this.servers.start(variant,
							this.experiment.directory(variant).resolve("slices-" + number)),
					this.driver, this.latency)
				.run(workload, round, slice);
			results.unit(values, slice, null);
			return !values.isEmpty();
		}
		catch (ServerSlices.EndedException ex) {
			ended(ex.variant(), String.valueOf(ex.getMessage()), results);
			return false;
		}
	}

	/**
	 * How variants take turns.
	 *
	 * @param slice length of slices, or {@code null} if no workload can have some
	 * @param sliced variants that can have some
	 * @param obstacles why the others cannot
	 */
	record Choice(@Nullable Duration slice, List<Variant> sliced, Map<Variant, String> obstacles) {

		/** Those of some variants that cannot, with their baselines. */
		List<Variant> others(Experiment experiment, List<Variant> some) {
			return Variant.byWorkload(some)
				.stream()
				.filter((workload) -> workload.stream()
					.anyMatch((variant) -> this.obstacles.containsKey(variant) && !experiment.isBaseline(variant)))
				.flatMap(List::stream)
				.filter((variant) -> this.obstacles.containsKey(variant) || experiment.isBaseline(variant))
				.toList();
		}

	}

}
