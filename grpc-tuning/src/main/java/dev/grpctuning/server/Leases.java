package dev.grpctuning.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.change.ChangePlan;
import dev.grpctuning.change.Lease;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.settings.TuningSource;

/**
 * Changes in their order, from the first one that is in force for a time. Without one of
 * them, the others are as if it had never been made, so a later change of the same knob
 * stays. Immutable.
 *
 * @param kept values that all earlier changes have left, by property name
 */
record Leases(Map<String, String> kept, List<Entry> entries) {

	/** Adds a change. One that is kept replaces leases of the same knobs. */
	Leases with(TuningSource source, int id, WantedChange wanted, @Nullable Instant until) {
		List<Entry> next = new ArrayList<>(this.entries);
		if (until == null) {
			next.removeIf((entry) -> entry.until() != null && (wanted.reset() || (!entry.wanted().reset()
					&& wanted.values().keySet().containsAll(entry.wanted().values().keySet()))));
		}
		next.add(new Entry(id, wanted, until));
		return new Leases(this.kept, next).folded(source);
	}

	/** Leaves out a change. */
	Leases without(TuningSource source, int id) {
		return new Leases(this.kept, this.entries.stream().filter((entry) -> entry.id() != id).toList()).folded(source);
	}

	/** Keeps a change for good. */
	Leases confirmed(TuningSource source, int id) {
		return new Leases(this.kept,
				this.entries.stream()
					.map((entry) -> (entry.id() == id) ? new Entry(id, entry.wanted(), null) : entry)
					.toList())
			.folded(source);
	}

	/**
	 * What is kept before the first lease needs no entry, except for the last change,
	 * which may be taken back.
	 */
	private Leases folded(TuningSource source) {
		int first = 0;
		ChangePlan plan = ChangePlan.initial(source, this.kept);
		while (first < this.entries.size() - 1 && this.entries.get(first).until() == null) {
			plan = this.entries.get(first++).after(plan, source);
		}
		return new Leases(plan.changed(), List.copyOf(this.entries.subList(first, this.entries.size())));
	}

	/** Plan with all changes in force. */
	ChangePlan plan(TuningSource source) {
		return plan(source, this.entries);
	}

	/** Values that stay when all leases are over, by property name. */
	Map<String, String> keptInTheEnd(TuningSource source) {
		return plan(source, this.entries.stream().filter((entry) -> entry.until() == null).toList()).changed();
	}

	private ChangePlan plan(TuningSource source, List<Entry> all) {
		ChangePlan plan = ChangePlan.initial(source, this.kept);
		for (Entry entry : all) {
			plan = entry.after(plan, source);
		}
		return plan;
	}

	/** Those that are not over, the oldest first. */
	List<Lease> open() {
		return this.entries.stream().flatMap((entry) -> entry.lease().stream()).toList();
	}

	/** Change that can be taken back: one that is not over, or the last one. */
	Optional<Entry> find(int id) {
		return this.entries.stream().filter((entry) -> entry.id() == id).findFirst();
	}

	/** A change, with the time until which it is in force, or {@code null} for good. */
	record Entry(int id, WantedChange wanted, @Nullable Instant until) {

		ChangePlan after(ChangePlan plan, TuningSource source) {
			return plan.next(source, this.wanted.values(), this.wanted.reset());
		}

		Optional<Lease> lease() {
			return Optional.ofNullable(this.until)
				.map((time) -> new Lease(this.id, this.wanted.by(), this.wanted.reason(), time,
						this.wanted.values().keySet().stream().sorted().toList()));
		}

	}

}
