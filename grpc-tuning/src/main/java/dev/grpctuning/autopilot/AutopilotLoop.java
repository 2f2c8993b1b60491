package dev.grpctuning.autopilot;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.grpctuning.autopilot.AutopilotView.Load;
import dev.grpctuning.autopilot.AutopilotView.Trial;
import dev.grpctuning.autopilot.experiment.Difference;
import dev.grpctuning.autopilot.experiment.Sample;
import dev.grpctuning.autopilot.experiment.Sample.Calls;
import dev.grpctuning.autopilot.experiment.Slices;
import dev.grpctuning.autopilot.experiment.Verdict;
import dev.grpctuning.change.Turns;
import dev.grpctuning.settings.Knob;

/**
 * Watches the calls each second, and tries one candidate after another while nothing
 * speaks against it. For use by one thread, but for the mode and the view.
 */
public final class AutopilotLoop {

	private static final Logger logger = LoggerFactory.getLogger(AutopilotLoop.class);

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	/** Time until better settings are compared with the former ones once more. */
	private static final long REVIEW = TimeUnit.MINUTES.toNanos(5);

	/**
	 * Time until the next experiment after there were no candidates, or one was aborted.
	 */
	private static final long REST = TimeUnit.SECONDS.toNanos(30);

	private static final long NO_REVIEW = TimeUnit.DAYS.toNanos(365);

	private static final int REMEMBERED = 50;

	private final TunedService service;

	private final AutopilotSettings settings;

	private final @Nullable Duration objective;

	private final Candidates candidates;

	private final RandomGenerator random;

	private final Watch watch = new Watch();

	private final Memory memory = new Memory();

	private final Exploring exploring;

	/** Values that were better under some load. */
	private final Set<Map<String, String>> helped = new HashSet<>();

	private final Deque<Decision> decisions = new ArrayDeque<>();

	private volatile AutopilotMode mode;

	private volatile AutopilotView view;

	/** Values to begin with of all knobs that it may change. */
	private Map<String, String> first = Map.of();

	/** Values that are in force by its own changes. */
	private Map<String, String> own = Map.of();

	private Memory.@Nullable Entry present;

	private List<Candidate> next = List.of();

	private long disturbed;

	private int otherChanges;

	private int reverts;

	/** When there may be something to try again. */
	private long rested;

	/**
	 * Creates a loop.
	 * @param objective duration that 99 % of the calls must not exceed
	 */
	public AutopilotLoop(TunedService service, AutopilotSettings settings, @Nullable Duration objective,
			RandomGenerator random) {
		this.service = service;
		this.settings = settings;
		this.objective = objective;
		this.candidates = new Candidates(service, settings.bounds());
		this.random = random;
		this.mode = settings.mode();
		this.disturbed = service.nanoTime();
		this.rested = this.disturbed;
		this.otherChanges = service.otherChanges();
		this.reverts = service.reverts();
		this.exploring = new Exploring(settings, this.disturbed);
		this.view = shown("starts", null);
	}

	/** Changes what it may do. */
	public void mode(AutopilotMode wanted) {
		this.mode = wanted;
	}

	/** What it may do. */
	public AutopilotMode mode() {
		return this.mode;
	}

	/** What it does, and has found. */
	public AutopilotView view() {
		return this.view.in(this.mode);
	}

	/** Watches for a second, and then may try a candidate. */
	public void step() throws InterruptedException {
		this.service.pause(SECOND);
		String obstacle = look();
		// Ends no experiment, because that compares slices of the same seconds.
		obstacle = (obstacle != null || this.mode == AutopilotMode.OFF) ? obstacle : this.watch.drift();
		Regime regime = this.watch.regime();
		if (regime != null && this.mode != AutopilotMode.OFF) {
			meet(regime);
			retreat(regime);
		}
		Memory.Entry entry = this.present;
		if (obstacle != null || entry == null) {
			this.view = shown((obstacle != null) ? obstacle : "watches the calls", null);
			return;
		}
		if (this.service.nanoTime() - this.rested < 0) {
			return;
		}
		Candidate candidate = choose(entry);
		if (candidate == null) {
			// To look for candidates costs more than to watch.
			this.rested = this.service.nanoTime() + REST;
			this.view = shown("has tried everything under this load", null);
			return;
		}
		conclude(entry, run(entry, candidate));
		choose(entry);
		this.view = shown("watches the calls", null);
	}

	/** It is off until the next step. */
	public void stopped() {
		this.watch.clear();
		this.view = shown("is off", null);
	}

	/** Reads the counters; returns why nothing may be tried now. */
	private @Nullable String look() {
		if (this.mode == AutopilotMode.OFF) {
			stopped();
			return "is off";
		}
		if (this.otherChanges != this.service.otherChanges()) {
			yieldTo(this.service.otherChanges());
		}
		if (this.reverts != this.service.reverts()) {
			giveWay();
		}
		if (this.first.isEmpty()) {
			begin();
		}
		Sample sample = this.service.sample();
		if (sample == null) {
			this.watch.clear();
			return "calls are not measured";
		}
		this.watch.add(sample, this.service.endedByMethod(), this.service.nanosByMethod());
		return obstacle();
	}

	/** Begins anew with the values that somebody else has set. */
	private void yieldTo(int changes) {
		this.otherChanges = changes;
		this.disturbed = this.service.nanoTime();
		this.first = Map.of();
		this.present = null;
		this.memory.clear();
		this.watch.clear();
	}

	private void begin() {
		this.first = Candidates.KNOBS.stream().collect(Collectors.toUnmodifiableMap(Knob::name, this.service::value));
		this.own = this.first;
	}

	/** The guard has taken the last settings back. */
	private void giveWay() {
		this.reverts = this.service.reverts();
		this.disturbed = this.service.nanoTime();
		if (this.present != null) {
			this.present.revert(this.disturbed);
			this.own = this.present.settings();
		}
	}

	private @Nullable String obstacle() {
		long left = this.settings.quiet().toNanos() - (this.service.nanoTime() - this.disturbed);
		if (left > 0) {
			return "is quiet for another %d s after the start or a change"
				.formatted(TimeUnit.NANOSECONDS.toSeconds(left) + 1);
		}
		String obstacle = this.service.obstacle();
		obstacle = (obstacle != null) ? obstacle : this.watch.obstacle();
		return (obstacle != null) ? obstacle
				: this.exploring.exhausted(this.service.nanoTime(), this.watch.calls().perSecond());
	}

	/** Puts the settings in force that suited such a load. */
	private void meet(Regime regime) {
		if (this.present != null && this.present.isFor(regime)) {
			return;
		}
		Memory.Entry entry = this.memory.of(regime, this.own);
		this.present = entry;
		this.rested = this.service.nanoTime();
		Map<String, String> values = Memory.change(this.own, entry.settings());
		if (!values.isEmpty() && this.mode == AutopilotMode.APPLY) {
			Candidate known = new Candidate(values, "was best when there was such a load before");
			boolean adopted = this.service.adopt(values, "autopilot: " + known.why());
			this.own = adopted ? entry.settings() : this.own;
			remember(new Decision(this.service.now(), known, Verdict.BETTER, "the load has returned", 0, List.of(),
					adopted, load()));
		}
	}

	/** Settings that were found for other methods may be what overloads the server. */
	private void retreat(Regime regime) {
		Memory.Entry entry = this.present;
		String overload = this.watch.overload();
		if (entry == null || overload == null || this.own.equals(this.first) || this.mode != AutopilotMode.APPLY
				|| this.memory.isProven(this.own, regime)) {
			return;
		}
		Candidate original = new Candidate(Memory.change(this.own, this.first), "were the first settings");
		Decision decision = decision(original, Verdict.BETTER, overload, 0, List.of());
		if (this.service.adopt(original.values(), "autopilot: " + overload)) {
			entry.adopt(decision.asAdopted(), this.service.nanoTime(), this.service.nanoTime() + NO_REVIEW);
			this.own = entry.settings();
			remember(decision.asAdopted());
		}
	}

	/** Finds what may be tried next. */
	private @Nullable Candidate choose(Memory.Entry entry) {
		long now = this.service.nanoTime();
		Candidate review = entry.review(now);
		this.next = this.candidates.near(this.watch.calls(), this.watch.meanMillis(), this.helped)
			.stream()
			.filter((candidate) -> entry.isOpen(candidate, now, this.mode))
			.toList();
		return (review != null) ? review : this.next.stream().findFirst().orElse(null);
	}

	private Decision run(Memory.Entry entry, Candidate candidate) throws InterruptedException {
		Turns turns = this.service.alternate(candidate);
		Sample sample = this.service.sample();
		String refused = turns.ended();
		if (refused != null || sample == null) {
			return decision(candidate, Verdict.REFUSED, (refused != null) ? refused : "calls are not measured", 0,
					List.of());
		}
		Calls before = this.watch.calls();
		Slices slices = new Slices(this.service, turns,
				new Slices.Before(before, this.watch.mostOpen(), this.objective), sample,
				(calls) -> this.exploring.add(calls, before.outsideShare()));
		long began = this.service.nanoTime();
		Verdict verdict = Verdict.ABORTED;
		try {
			verdict = slices.run(this.settings.experiment().toNanos(), this.random, () -> {
				String obstacle = look();
				this.view = shown("compares a candidate",
						new Trial(candidate, seconds(began), slices.batches(), slices.differences()));
				return (obstacle == null && !entry.canBeFor(this.watch.regime())) ? "the load has changed" : obstacle;
			});
		}
		finally {
			turns.end("the experiment has ended: " + verdict);
		}
		return decision(candidate, verdict, slices.detail(), seconds(began), slices.differences());
	}

	private double seconds(long since) {
		return (this.service.nanoTime() - since) / 1e9;
	}

	private Decision decision(Candidate candidate, Verdict verdict, @Nullable String detail, double seconds,
			List<Difference> differences) {
		return new Decision(this.service.now(), candidate, verdict, detail, seconds, differences, false, load());
	}

	private void conclude(Memory.Entry entry, Decision found) {
		long now = this.service.nanoTime();
		this.exploring.count(found.verdict());
		boolean better = found.verdict() == Verdict.BETTER;
		if (better) {
			this.helped.add(found.candidate().values());
		}
		if (better && this.mode == AutopilotMode.APPLY && this.present == entry
				&& this.service.adopt(found.candidate().values(), "autopilot: " + found.summary())) {
			entry.adopt(found.asAdopted(), now, now + REVIEW);
			this.own = entry.settings();
			remember(found.asAdopted());
			return;
		}
		if (found.verdict() == Verdict.ABORTED) {
			this.rested = now + REST;
		}
		else {
			entry.remember(found, now);
		}
		remember(found);
	}

	private void remember(Decision decision) {
		logger.info("gRPC autopilot: {}", decision);
		this.decisions.addFirst(decision);
		if (this.decisions.size() > REMEMBERED) {
			this.decisions.removeLast();
		}
	}

	private @Nullable Load load() {
		Regime regime = this.watch.regime();
		String method = (regime != null) ? regime.mostCalled() : null;
		return (regime != null && method != null) ? new Load(regime.perSecond(), method) : null;
	}

	private AutopilotView shown(String doing, @Nullable Trial trial) {
		return new AutopilotView(this.mode, doing, load(), Memory.change(this.first, this.own), trial, this.next,
				List.copyOf(this.decisions), (this.present != null) ? this.present.recommended() : List.of(),
				this.exploring.shown(this.service.nanoTime()),
				(this.present != null) ? this.present.savedCpuPercent() : 0);
	}

}
