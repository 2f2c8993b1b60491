package dev.grpctuning.load.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

import dev.grpctuning.load.search.RateTrial.Outcome;
import dev.grpctuning.load.stats.HoldingRate;
import dev.grpctuning.load.stats.HoldingRate.Tried;
import dev.grpctuning.slices.Interval;

/**
 * Searches for the knee of a server, one trial at a time.
 * <p>
 * The rate is doubled until the objective fails, or halved until it holds. Each further
 * trial is at a rate that {@linkplain HoldingRate the fit} of all trials so far makes
 * worth trying: in turns somewhat below the rate that is searched for, and half way to
 * the one that fails. So no rate is settled by a single trial that other work on the
 * machine disturbed. The search ends when the interval is narrow enough.
 */
public final class KneeSearch {

	/** Where trials are placed, in spreads above the rate that holds with 90 %. */
	private static final double[] PLACES = { 1.3, -0.5 };

	/** So many trials hold in a row by chance in one of five cases. */
	private static final int IN_A_ROW = 4;

	private final Settings settings;

	private final List<Tried> trials = new ArrayList<>();

	/** Lowest rate that the client could not drive twice. */
	private double undrivable = Double.POSITIVE_INFINITY;

	/** Rate that the client could not drive once, and whether that was asked again. */
	private double doubted;

	private double settled;

	private int tried;

	public KneeSearch(Settings settings) {
		this.settings = settings;
	}

	/** Searches until the end. */
	public Knee search(RateTrial trial) throws IOException, InterruptedException {
		OptionalDouble rate = next();
		while (rate.isPresent()) {
			add(rate.getAsDouble(), trial.at(rate.getAsDouble()));
			rate = next();
		}
		return knee();
	}

	/** The next rate to try; empty at the end of the search. */
	public OptionalDouble next() {
		if (this.tried >= this.settings.trials()) {
			return OptionalDouble.empty();
		}
		if (this.doubted != 0) {
			return OptionalDouble.of(this.doubted);
		}
		if (highestHeld() == 0) {
			return downwards();
		}
		return anyBroken() ? around() : upwards();
	}

	private OptionalDouble downwards() {
		double bound = Math.min(lowestBroken(), this.undrivable);
		if (Double.isInfinite(bound)) {
			return OptionalDouble.of(Math.min(this.settings.start(), this.settings.highest()));
		}
		double rate = bound / 2;
		return (rate >= this.settings.lowest()) ? OptionalDouble.of(rate) : OptionalDouble.empty();
	}

	private OptionalDouble upwards() {
		double held = highestHeld();
		if (Double.isFinite(this.undrivable)) {
			if (this.undrivable > held * (1 + this.settings.precision())) {
				return OptionalDouble.of(Math.sqrt(held * this.undrivable));
			}
			// The client may now be able to drive a rate that it could not drive while
			// the machine was busy.
			return (this.settled != this.undrivable) ? OptionalDouble.of(this.undrivable) : OptionalDouble.empty();
		}
		return (held >= this.settings.highest() && heldTwice(held)) ? OptionalDouble.empty()
				: OptionalDouble.of(Math.min(2 * held, this.settings.highest()));
	}

	private boolean heldTwice(double rate) {
		return this.trials.stream().filter((trial) -> trial.held() && trial.rate() == rate).count() > 1;
	}

	private OptionalDouble around() {
		HoldingRate fit = HoldingRate.of(this.trials);
		Interval interval = fit.interval();
		double most = 1 + this.settings.precision();
		if (interval.high() / interval.low() <= most * most) {
			return OptionalDouble.empty();
		}
		double held = highestHeld();
		if (held >= highestTried() && interval.high() > held) {
			// It failed while the machine was disturbed, or by chance.
			return upwards();
		}
		double place = PLACES[this.tried % PLACES.length] * Math.min(fit.spread(), 1);
		double wanted = lastHeld() ? interval.high() : fit.rate() * Math.exp(place);
		double rate = Math.max(onLattice(wanted), this.settings.lowest());
		double ceiling = ceiling();
		if (rate <= ceiling) {
			return OptionalDouble.of(rate);
		}
		if (Double.isFinite(this.undrivable) && this.settled != this.undrivable) {
			return OptionalDouble.of(this.undrivable);
		}
		return (fit.rate() >= ceiling && heldTwice(ceiling)) ? OptionalDouble.empty() : OptionalDouble.of(ceiling);
	}

	/**
	 * Rates in steps of half of the precision: latencies at a rate are of some trials.
	 */
	private double onLattice(double rate) {
		double step = Math.log1p(this.settings.precision() / 2);
		double start = this.settings.start();
		return start * Math.exp(step * Math.round(Math.log(rate / start) / step));
	}

	/** Takes the outcome of a trial. */
	public void add(double rate, Outcome outcome) {
		this.tried++;
		if (outcome != Outcome.LOAD_GENERATOR_SATURATED) {
			this.trials.add(new Tried(rate, outcome == Outcome.HELD));
			if (rate >= this.undrivable) {
				this.undrivable = Double.POSITIVE_INFINITY;
			}
			this.doubted = 0;
		}
		else if (rate == this.doubted || rate >= this.undrivable) {
			this.settled = (rate >= this.undrivable) ? this.undrivable : 0;
			this.undrivable = Math.min(rate, this.undrivable);
			this.doubted = 0;
		}
		else {
			this.doubted = rate;
		}
	}

	/** The knee as far as it is known. */
	public Knee knee() {
		double held = highestHeld();
		Knee.Limit limit = Double.isFinite(this.undrivable) ? Knee.Limit.CLIENT
				: (held >= this.settings.highest() || anyBroken()) ? Knee.Limit.HIGHEST : Knee.Limit.TRIALS;
		if (held == 0) {
			return new Knee(0, null, null, anyBroken() ? Knee.Limit.OBJECTIVE : limit);
		}
		HoldingRate fit = HoldingRate.of(this.trials);
		Interval interval = fit.interval();
		boolean broke = anyBroken() && fit.rate() < ceiling();
		return broke ? new Knee(fit.rate(), interval.low(), interval.high(), Knee.Limit.OBJECTIVE)
				: new Knee(held, Math.min(interval.low(), held), null, limit);
	}

	private double ceiling() {
		return Math.min(this.undrivable / (1 + this.settings.precision()), this.settings.highest());
	}

	private boolean anyBroken() {
		return this.trials.stream().anyMatch((trial) -> !trial.held());
	}

	/** Whether several trials in a row held, although some were placed to fail. */
	private boolean lastHeld() {
		return this.trials.size() >= IN_A_ROW && this.trials.reversed().stream().limit(IN_A_ROW).allMatch(Tried::held);
	}

	private double highestTried() {
		return this.trials.stream().mapToDouble(Tried::rate).max().orElse(0);
	}

	private double lowestBroken() {
		return this.trials.stream()
			.filter((trial) -> !trial.held())
			.mapToDouble(Tried::rate)
			.min()
			.orElse(Double.POSITIVE_INFINITY);
	}

	private double highestHeld() {
		return this.trials.stream().filter(Tried::held).mapToDouble(Tried::rate).max().orElse(0);
	}

	/**
	 * How a knee is searched for.
	 *
	 * @param lowest rate below which none is tried
	 * @param precision by which share of the rate the interval may reach to either side
	 * @param trials most trials
	 */
	public record Settings(double start, double lowest, double highest, double precision, int trials) {

		/** Tries no rate below a thousandth of the first. */
		public static Settings from(double start, TrialPlan.Limits limits) {
			return new Settings(start, start / 1024, limits.highest(), limits.precision(), limits.trials());
		}

	}

}
