package dev.grpctuning.change;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.GenerationChange;

/**
 * One request to change the tuning, and its outcome.
 *
 * @param id its number, from 1; {@code null} for a plan only
 * @param by user who requested it, {@code null} if not known
 * @param reason why, in the user's words; {@code null} if not given
 * @param until when its former values return unless it is confirmed, {@code null} if they
 * do not
 * @param guarded whether it is taken back if it harms the calls
 * @param detail why the change failed or was reverted, what takes turns in slices, or
 * what ended them; {@code null} otherwise
 */
public record TuningChange(@Nullable Integer id, Instant at, @Nullable String by, @Nullable String reason,
		@Nullable Instant until, Outcome outcome, int generation, @Nullable GenerationChange replacement,
		double tookMillis, List<KnobChange> changes, boolean guarded, @Nullable String detail) {

	@Override
	public String toString() {
		String what = Stream
			.concat(this.changes.stream().map((change) -> change.knob() + " " + change.from() + " -> " + change.to()),
					Stream.ofNullable(this.detail))
			.collect(Collectors.joining(", "));
		return "gRPC tuning %s%s%s%s, generation %d%s, %s ms: %s".formatted(
				this.outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '),
				(this.by != null) ? " by " + this.by : "", (this.until != null) ? " until " + this.until : "",
				(this.reason != null) ? " (%s)".formatted(this.reason) : "", this.generation,
				(this.replacement != null) ? " by " + this.replacement.propertyValue() : "", this.tookMillis, what);
	}

	/**
	 * What a change did to one knob.
	 *
	 * @param from value that it was set to, {@code null} if it was not set
	 * @param to value that it is set to, {@code null} if it is not set
	 */
	public record KnobChange(String knob, @Nullable String from, @Nullable String to, Effect effect,
			double tookMillis) {

	}

	/** When the change of a knob takes effect. */
	public enum Effect {

		/** With the next call. */
		LIVE,

		/** With the next connection. */
		NEW_CONNECTIONS,

		/** With a new generation of the server. */
		NEW_GENERATION,

		/** Never: the value was in force already. */
		NOTHING

	}

	/** Outcome of a request. */
	public enum Outcome {

		/** All of it is in force. */
		APPLIED,

		/** Nothing changed; the request asked only for the plan. */
		DRY_RUN,

		/** The new generation could not start; everything is as before. */
		ROLLED_BACK,

		/**
		 * The new generation could not start after the old one had stopped. Another one
		 * serves with the former settings, and all clients had to reconnect.
		 */
		RESTORED,

		/** A restart lost the port, and the server no longer listens. */
		FAILED,

		/** A change that was in force for a time stays. */
		CONFIRMED,

		/** The time of a change is over, and its former values are in force again. */
		RETURNED,

		/** A user took a change back. */
		UNDONE,

		/** A change harmed the calls and was taken back. */
		REVERTED,

		/** Candidates take turns. */
		SLICES_STARTED,

		/** The settings from before the slices are in force again. */
		SLICES_ENDED;

		/** Whether the server has what was wanted. */
		public boolean succeeded() {
			return this != ROLLED_BACK && this != RESTORED && this != FAILED;
		}

	}

}
