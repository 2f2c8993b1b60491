package dev.grpctuning.load.compare;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.profile.ProfiledRuns;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured.Window;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.text.Display;

/**
 * Runs the variants in rounds: a number of them, or until all is decided or the budget is
 * over. A variant whose server dies is a result.
 */
public record ExperimentRun(Experiment experiment, RunServers servers, RunDriver driver, Display display,
		LatencyPhases latency) {

	/** Fewest rounds of which a difference can be shown. */
	private static final int FEWEST_ROUNDS = 2;

	/** Length of slices under Flight Recorder. */
	private static final Duration PROFILED_SLICE = Duration.ofMillis(100);

	/** Time of all runs with the longest warm-ups, without draining. */
	public static Duration length(Experiment experiment, RunServers servers) {
		return (experiment.rounds().time() != null) ? experiment.rounds().time()
				: length(experiment, servers, experiment.rounds().number());
	}

	private static Duration length(Experiment experiment, RunServers servers, int rounds) {
		Duration round = experiment.variants()
			.stream()
			.map((variant) -> experiment.plan(variant)
				.model()
				.sendingTime()
				.plus(LatencyPhases.length(experiment, variant))
				.plus(servers.changeover()))
			.reduce(Duration.ZERO, Duration::plus);
		return new WarmUpRound(experiment, servers).length()
			.plus(LatencyPhases.length(experiment, servers))
			.plus(round.multipliedBy(rounds));
	}

	/** Checks before the first run that every variant can be run. */
	void prepare() throws TuningRefusedException, IOException {
		if (!this.driver.prepare()) {
			return;
		}
		try {
			this.servers.prepare(this.experiment.variants());
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
		}
		this.driver.end();
	}

	/**
	 * Runs all variants in all rounds, or those before an interrupt. With a budget, a
	 * round has the variants that are not decided yet.
	 */
	void run(ExperimentResults results) throws IOException {
		if (!this.driver.prepare()) {
			return;
		}
		checkTime();
		long begun = System.nanoTime();
		Duration length = length(this.experiment, this.servers);
		this.display.title(ExperimentWords.title(this.experiment, length), length);
		new WarmUpRound(this.experiment, this.servers).run(this.driver, this.display);
		results.latencyAt(this.latency.find(this.display));
		rounds(begun, results);
		if (this.experiment.measures().profiled()) {
			results.methods(new ProfiledRuns(this.experiment, this::profile, this.display::print).run());
		}
	}

	/** Runs whole rounds, and slices of the variants that can have some. */
	private void rounds(long begun, ExperimentResults results) throws IOException {
		List<Variant> variants = this.experiment.variants();
		SlicedRounds.Choice sliced = null;
		for (int round = 1; !variants.isEmpty(); round++) {
			long roundBegun = System.nanoTime();
			List<VariantResult> last = new ArrayList<>();
			boolean whole = run(variants, round, results, last::add);
			long taken = System.nanoTime() - roundBegun;
			if (whole && sliced == null && maySlice(round)) {
				sliced = slices(last, round, begun, results);
				if (sliced != null && sliced.obstacles().isEmpty()) {
					return;
				}
			}
			variants = next(variants, round, begun, taken, whole, results);
			variants = (sliced != null) ? sliced.others(this.experiment, variants) : variants;
			if (whole && sliced != null && variants.isEmpty()) {
				results.endRound(!results.look().isEmpty());
			}
		}
	}

	private boolean maySlice(int round) {
		Experiment.Rounds planned = this.experiment.rounds();
		return planned.sliced() && (planned.time() != null || round < planned.number());
	}

	/**
	 * Drives slices. If nobody can have some after the first runs, somebody may after the
	 * next, which are warmer.
	 * @return who had some, or {@code null} if nobody can
	 */
	private SlicedRounds.@Nullable Choice slices(List<VariantResult> last, int round, long begun,
			ExperimentResults results) {
		SlicedRounds slices = new SlicedRounds(this.experiment, this.servers, this.driver, this.display, this.latency);
		SlicedRounds.Choice choice = slices.choose(last);
		String obstacle;
		try {
			if (choice.slice() != null) {
				choice.obstacles()
					.values()
					.stream()
					.distinct()
					.forEach((each) -> this.display
						.print("no slices where %s; whole runs take turns there".formatted(each)));
				slices.run(choice, begun, results);
				return choice;
			}
			obstacle = choice.obstacles().values().iterator().next();
		}
		catch (TuningRefusedException ex) {
			obstacle = ex.getMessage();
		}
		if (round == 1) {
			this.display.print("no slices so far: %s; variants take turns in whole runs".formatted(obstacle));
		}
		return null;
	}

	private Map<Variant, List<Window>> profile(List<Variant> variants, int round, ProfiledRuns.Starter starter)
			throws IOException {
		if (variants.size() == 1) {
			return profile(variants.getFirst(), round, starter);
		}
		try {
			Map<Variant, List<Window>> windows = new LinkedHashMap<>();
			new ServerSlices(this.experiment, starter, this.driver, this.latency).run(variants, round, PROFILED_SLICE)
				.forEach((variant, measured) -> windows.put(variant, measured.slices()));
			return windows;
		}
		catch (ServerSlices.EndedException ex) {
			throw new IOException(ex.variant().title() + ": " + ex.getMessage(), ex);
		}
	}

	private Map<Variant, List<Window>> profile(Variant variant, int round, ProfiledRuns.Starter starter)
			throws IOException {
		if (!this.driver.prepare()) {
			return Map.of();
		}
		try (RunServer server = starter.start(variant, round)) {
			server.awaitReady();
			LoadResult load = this.driver.drive(server, this.experiment.plan(variant), null).result();
			this.driver.prepareOrEnd();
			server.end();
			Instant end = load.startedAt().plusNanos(Math.round(load.rate().elapsedSeconds() * 1e9));
			return Map.of(variant, List.of(new Window(load.startedAt(), end, load.counts().ok())));
		}
		catch (TuningRefusedException ex) {
			throw new IOException(ex.getMessage(), ex);
		}
		catch (InterruptedException ex) {
			this.driver.giveUp();
			return Map.of();
		}
		finally {
			this.driver.end();
		}
	}

	private void checkTime() {
		Duration least = length(this.experiment, this.servers, FEWEST_ROUNDS);
		if (this.experiment.rounds().time() != null && this.experiment.rounds().time().compareTo(least) < 0) {
			throw new UsageException(
					"experiment.time: %d s is too short for two rounds, which take about %d s; use more time, fewer variants (experiment.only), or shorter runs (experiment.scale; half a second at least)."
						.formatted(this.experiment.rounds().time().toSeconds(), least.toSeconds()));
		}
	}

	/** Returns {@code false} after an interrupt. */
	private boolean run(List<Variant> variants, int round, ExperimentResults results, Consumer<VariantResult> ended)
			throws IOException {
		boolean several = this.experiment.rounds().several();
		List<Variant> order = several ? Rounds.order(variants, round, this.experiment.rounds().seed())
				: Rounds.listed(variants);
		for (int turn = 0; turn < order.size(); turn++) {
			Variant variant = order.get(turn);
			if (!this.driver.prepare()) {
				return false;
			}
			this.display.begin(numbered() ? this.experiment.runs() : null,
					ExperimentWords.begins(variant, round, several),
					(turn + 1 < order.size()) ? order.get(turn + 1).title() : first(variants, round + 1),
					(this.experiment.measures().latency() != null) ? 2 : 1);
			VariantResult result = new VariantRun(this.experiment, this.servers, this.driver, this.display,
					this.latency)
				.run(variant, round);
			this.display.print("  " + ExperimentWords.ended(result));
			results.add(result);
			ended.accept(result);
			this.display.results();
		}
		return true;
	}

	/** Whether the number of runs is known before. */
	private boolean numbered() {
		return this.experiment.rounds().time() == null && !this.experiment.rounds().sliced();
	}

	/** The first variant of a round, as far as it is known that there is one. */
	private @Nullable String first(List<Variant> variants, int round) {
		return (numbered() && round <= this.experiment.rounds().number())
				? Rounds.order(variants, round, this.experiment.rounds().seed()).getFirst().title() : null;
	}

	/** Ends a round, and returns the variants of the next. */
	private List<Variant> next(List<Variant> variants, int round, long begun, long taken, boolean whole,
			ExperimentResults results) {
		Duration time = this.experiment.rounds().time();
		if (time == null) {
			results.endRound(false);
			return (whole && round < this.experiment.rounds().number()) ? variants : List.of();
		}
		long next = System.nanoTime() - begun + taken;
		boolean last = next > time.toNanos() && round >= FEWEST_ROUNDS;
		List<Variant> undecided = results.endRound(whole && last);
		return (whole && !last) ? undecided : List.of();
	}

}
