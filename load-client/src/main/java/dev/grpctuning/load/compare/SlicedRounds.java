package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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
	 * Chooses the length of slices.
	 * @param first the whole runs of all variants
	 */
	SliceChoice choose(List<VariantResult> first) {
		if (this.experiment.question().primary() == Metric.RECOVERY) {
			return SliceChoice.none("a recovery takes longer than a slice");
		}
		int most = this.servers.kept() ? MOST_SETTINGS : MOST_SERVERS;
		SliceChoice choice = SliceChoice.shortest(this.servers.kept());
		for (List<Variant> workload : Variant.byWorkload(this.experiment.variants())) {
			if (workload.size() > most) {
				return SliceChoice.none("a workload has %d variants with the A/A control, and at most %d can take turns"
					.formatted(workload.size(), most));
			}
		}
		for (VariantResult result : first) {
			if (result.ended() != Ended.COMPLETED) {
				return SliceChoice.none(result.variant().title() + " did not complete its first run");
			}
			for (ServerRun run : result.runs()) {
				choice = choice.with(result.variant().title(), run.first().plan().model(), run.first().load().result())
					.with(result.variant().title(), run.last().plan().model(), run.last().load().result());
			}
		}
		return choice;
	}

	/**
	 * Runs for the time of the number of rounds or, with a budget, until all is decided
	 * or the budget is over.
	 * @param begun when the experiment began, by {@link System#nanoTime()}
	 * @throws TuningRefusedException if the server does not let settings take turns, and
	 * nothing was measured
	 */
	void run(Duration slice, long begun, ExperimentResults results) throws TuningRefusedException {
		if (this.servers.kept()) {
			inOneServer(slice, begun, results);
		}
		else {
			inServers(slice, begun, results);
		}
	}

	private void inOneServer(Duration slice, long begun, ExperimentResults results) throws TuningRefusedException {
		Experiment.Rounds rounds = this.experiment.rounds();
		int left = Variant.byWorkload(this.experiment.variants()).size();
		for (List<Variant> workload : Variant.byWorkload(this.experiment.variants())) {
			long now = System.nanoTime();
			long share = (rounds.time() != null) ? (rounds.time().toNanos() - (now - begun)) / left--
					: ServerSlices.length(this.experiment, workload).multipliedBy(rounds.number()).toNanos();
			this.display.begin(null, "slices of %d ms%s".formatted(slice.toMillis(),
					(workload.getFirst().workload() != null) ? ", " + workload.getFirst().workload().name() : ""));
			if (!inOneServer(workload, slice, now + share, results)) {
				return;
			}
		}
		results.endRound(rounds.time() == null || System.nanoTime() - begun >= rounds.time().toNanos());
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
					&& (counted || workload.stream().anyMatch(undecided::contains)); batch++) {
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

	private void ended(Variant variant, String reason, ExperimentResults results) {
		this.display.print("  %s: %s".formatted(variant.title(), reason));
		results.add(new VariantResult(variant, Ended.EXITED, reason, List.of()));
	}

	private void inServers(Duration slice, long begun, ExperimentResults results) {
		Experiment.Rounds rounds = this.experiment.rounds();
		List<Variant> undecided = this.experiment.variants();
		long longest = 0;
		for (int round = 1; !undecided.isEmpty(); round++) {
			long roundBegun = System.nanoTime();
			this.display.begin(null, "round %d, in slices of %d ms".formatted(round, slice.toMillis()));
			for (List<Variant> workload : Variant.byWorkload(this.experiment.variants())) {
				if (workload.stream().anyMatch(undecided::contains) && !add(workload, round, slice, results)) {
					return;
				}
			}
			long now = System.nanoTime();
			longest = Math.max(longest, now - roundBegun);
			boolean last = (rounds.time() != null) ? now - begun + longest > rounds.time().toNanos()
					: round == rounds.number();
			List<Variant> left = results.endRound(last);
			this.display.results();
			if (last) {
				return;
			}
			undecided = (rounds.time() != null) ? left : undecided;
		}
	}

	private boolean add(List<Variant> workload, int round, Duration slice, ExperimentResults results) {
		try {
			// The first round had the folders of the whole runs.
			Map<Variant, Measured> values = new ServerSlices(this.experiment,
					(variant, number) -> this.servers.start(variant, this.experiment.directory(variant, number)),
					this.driver, this.latency)
				.run(workload, round + 1, slice);
			results.unit(values, slice, null);
			return !values.isEmpty();
		}
		catch (ServerSlices.EndedException ex) {
			ended(ex.variant(), String.valueOf(ex.getMessage()), results);
			return false;
		}
	}

}
