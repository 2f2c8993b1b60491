package dev.grpctuning.autopilot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.autopilot.experiment.Verdict;

/** What was found, and which settings were best, for each kind of load. */
final class Memory {

	private static final int MOST = 32;

	/** Time after which a verdict may no longer hold. */
	private static final long LASTS = TimeUnit.HOURS.toNanos(24);

	private final List<Entry> entries = new ArrayList<>();

	/** Entry of a kind of load, a new one with some settings if it has not been seen. */
	Entry of(Regime regime, Map<String, String> settings) {
		Entry found = this.entries.stream()
			.filter((entry) -> entry.regime.matches(regime))
			.min(Comparator.comparingDouble((entry) -> entry.regime.distance(regime)))
			.orElseGet(() -> new Entry(regime, settings));
		this.entries.remove(found);
		this.entries.add(found);
		if (this.entries.size() > MOST) {
			this.entries.remove(0);
		}
		return found;
	}

	/** Whether settings were found under a load of such methods. */
	boolean isProven(Map<String, String> settings, Regime regime) {
		return this.entries.stream()
			.anyMatch((entry) -> entry.proven && entry.settings.equals(settings) && entry.regime.isMixOf(regime));
	}

	void clear() {
		this.entries.clear();
	}

	/** What turns some settings into others, of the same knobs. */
	static Map<String, String> change(Map<String, String> from, Map<String, String> to) {
		Map<String, String> values = new TreeMap<>(to);
		values.entrySet().removeAll(from.entrySet());
		return values;
	}

	/**
	 * One kind of load. Settings are the values of all knobs that the autopilot may
	 * change, by property name without prefix.
	 */
	static final class Entry {

		private final Regime regime;

		private Map<String, String> settings;

		/** CPU time per call, divided by that with the first settings. */
		private double cpu = 1;

		/** Settings before the last candidate. */
		private Map<String, String> former;

		/** The last candidate that was put in force. */
		private @Nullable Decision adopted;

		/** Whether the settings were found under this load. */
		private boolean proven;

		private final Map<Map<String, String>, Tried> tried = new HashMap<>();

		private @Nullable Review review;

		private Entry(Regime regime, Map<String, String> settings) {
			this.regime = regime;
			this.settings = settings;
			this.former = settings;
		}

		boolean isFor(Regime other) {
			return this.regime.matches(other);
		}

		/** Whether a load can be the same while a candidate is compared. */
		boolean canBeFor(@Nullable Regime other) {
			return other != null && this.regime.canBe(other);
		}

		Map<String, String> settings() {
			return this.settings;
		}

		private Map<String, String> with(Candidate candidate) {
			Map<String, String> next = new TreeMap<>(this.settings);
			next.putAll(candidate.values());
			return next;
		}

		void remember(Decision decision, long nanos) {
			reviewed(decision.candidate());
			this.tried.put(with(decision.candidate()), new Tried(decision, nanos));
		}

		private void reviewed(Candidate candidate) {
			if (this.review != null && this.review.settings.equals(with(candidate))) {
				this.review = null;
			}
		}

		/**
		 * Makes a candidate the settings. What was worse than the settings before is
		 * worse than these, too.
		 * @param reviewNanos when the settings before are compared once more, unless this
		 * is that comparison
		 */
		void adopt(Decision decision, long nanos, long reviewNanos) {
			this.former = this.settings;
			this.adopted = decision;
			this.cpu *= decision.cpuRatio();
			boolean isReview = this.review != null && this.review.settings.equals(with(decision.candidate()));
			this.settings = with(decision.candidate());
			this.proven = true;
			this.review = isReview ? null : new Review(this.former, reviewNanos);
			this.tried.values().removeIf((tried) -> tried.decision.verdict() == Verdict.BETTER);
			this.tried.put(this.former, new Tried(decision, nanos));
		}

		/** CPU time per call that the settings save, by their experiments. */
		double savedCpuPercent() {
			return 100 * (1 - this.cpu);
		}

		/** The last candidate did harm after all. */
		void revert(long nanos) {
			Decision last = this.adopted;
			if (last != null) {
				this.tried.put(this.settings, new Tried(last.asHarmful(), nanos));
				this.tried.remove(this.former);
				this.settings = this.former;
				this.cpu /= last.cpuRatio();
				this.adopted = null;
				this.review = null;
			}
		}

		/**
		 * Whether a candidate is not the settings, and has no verdict that still holds.
		 */
		boolean isOpen(Candidate candidate, long nanos, AutopilotMode mode) {
			Map<String, String> with = with(candidate);
			Tried known = this.tried.get(with);
			return !with.equals(this.settings) && (known == null || nanos - known.nanos > LASTS
					|| (mode == AutopilotMode.APPLY && known.decision.isRecommended()));
		}

		/** Candidates that are better than the settings, and were not adopted. */
		List<Decision> recommended() {
			return this.tried.values().stream().map(Tried::decision).filter(Decision::isRecommended).toList();
		}

		/** The settings before the last change, as a candidate, once it is time. */
		@Nullable Candidate review(long nanos) {
			return (this.review != null && nanos - this.review.nanos >= 0)
					? new Candidate(change(this.settings, this.review.settings),
							"compares the settings before the last change once more")
					: null;
		}

	}

	private record Tried(Decision decision, long nanos) {

	}

	private record Review(Map<String, String> settings, long nanos) {

	}

}
