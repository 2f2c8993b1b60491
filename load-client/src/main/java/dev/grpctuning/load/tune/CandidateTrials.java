package dev.grpctuning.load.tune;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * Tries candidates. Those that differ in live settings alternate in slices, if the server
 * and its response times allow it. All others are tried one after the other.
 */
final class CandidateTrials {

	/** Shorter ones show little of an overload. */
	private static final Duration SHORTEST_SLICE = Duration.ofMillis(250);

	/** Longer ones would let too few candidates alternate. */
	private static final Duration LONGEST_SLICE = Duration.ofMillis(500);

	/** A slice is at least this many times the median response time. */
	private static final int LONG = 10;

	/** TrialPlan.Slices vary less than a trial, so they are shorter together. */
	private static final int SHORTER = 2;

	private static final Predicate<String> NONE = (knob) -> false;

	private final TunePlan plan;

	private final TrialServer server;

	private final Consumer<String> print;

	private Predicate<String> live = NONE;

	private TrialPlan.@Nullable Slices slices;

	/**
	 * Creates trials.
	 * @param print prints why candidates do not alternate
	 */
	CandidateTrials(TunePlan plan, TrialServer server, Consumer<String> print) {
		this.plan = plan;
		this.server = server;
		this.print = print;
	}

	/**
	 * Chooses slices if the server can change a knob of the space with the next call, and
	 * calls are short. Otherwise prints why not, and returns {@code null}.
	 * @param first trials of the configured settings
	 */
	TrialPlan.@Nullable Slices chooseSlices(ServerTuning tuning, List<Trial> first) {
		if (!this.plan.servers().kept()) {
			return null;
		}
		if (this.plan.space().knobs().keySet().stream().noneMatch(tuning::isLive)) {
			noSlices("no knob of the search takes effect with the next call");
			return null;
		}
		OptionalLong median = first.stream()
			.filter((trial) -> trial.counts().ok() > 0)
			.mapToLong((trial) -> trial.latencyMicros().response().p50())
			.min();
		long micros = LONG * median.orElse(0);
		if (median.isEmpty() || micros > LONGEST_SLICE.toNanos() / 1000) {
			noSlices(median.isEmpty() ? "no call was answered" : "calls take %d ms (median, at most %d ms)"
				.formatted(median.getAsLong() / 1000, LONGEST_SLICE.toMillis() / LONG));
			return null;
		}
		this.live = tuning::isLive;
		long millis = Math.max(SHORTEST_SLICE.toMillis(), 10 * Math.ceilDiv(micros, 10_000));
		long number = this.plan.search().trials().length().toMillis() / SHORTER / millis;
		this.slices = new TrialPlan.Slices(Duration.ofMillis(millis), (int) Math.max(1, number));
		return this.slices;
	}

	private void noSlices(@Nullable String reason) {
		this.print.accept("no slices: %s; candidates run one after the other".formatted(reason));
	}

	List<List<Candidate>> groups(Collection<Candidate> candidates) {
		return Candidate.groups(candidates, this.live);
	}

	/** Tries the candidates of a group. */
	Map<Candidate, Tried> run(List<Candidate> group, double rate) throws IOException, InterruptedException {
		Map<Candidate, Tried> tried = new LinkedHashMap<>();
		TuningRefusedException refused = (group.size() > 1 && this.live != NONE) ? alternate(group, rate, tried) : null;
		boolean all = true;
		for (Candidate candidate : group) {
			if (!tried.containsKey(candidate)) {
				Tried alone = alone(candidate, rate);
				all &= alone.trial() != null;
				tried.put(candidate, alone);
			}
		}
		if (refused != null && all) {
			// It is not the settings that it refuses.
			this.live = NONE;
			noSlices(refused.getMessage());
		}
		return tried;
	}

	private @Nullable TuningRefusedException alternate(List<Candidate> group, double rate, Map<Candidate, Tried> tried)
			throws IOException, InterruptedException {
		Map<Variant, Candidate> left = new LinkedHashMap<>();
		for (Candidate candidate : group) {
			Variant variant = this.plan.variant(candidate);
			try {
				if (!this.server.isWarm(variant)) {
					this.server.become(variant);
				}
				left.put(variant, candidate);
			}
			catch (RunServer.StartException ex) {
				tried.put(candidate, new Tried(null, ex.getMessage()));
			}
		}
		TrialPlan.Slices divided = this.slices;
		if (left.size() > 1 && divided != null) {
			try {
				this.server.alternate(List.copyOf(left.keySet()), this.live, rate, divided)
					.forEach((variant, trial) -> tried.put(left.get(variant), new Tried(trial, null)));
			}
			catch (TuningRefusedException ex) {
				return ex;
			}
		}
		return null;
	}

	private Tried alone(Candidate candidate, double rate) throws IOException, InterruptedException {
		try {
			this.server.become(this.plan.variant(candidate));
			return new Tried((this.slices != null) ? this.server.inSlices(rate, this.slices) : this.server.at(rate),
					null);
		}
		catch (RunServer.StartException ex) {
			return new Tried(null, ex.getMessage());
		}
	}

	/** A trial, or why there is none. */
	record Tried(@Nullable Trial trial, @Nullable String reason) {

		@Nullable String outcome() {
			return (this.trial != null) ? this.trial.text().strip() : this.reason;
		}

	}

}
