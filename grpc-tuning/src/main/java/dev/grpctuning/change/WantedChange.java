package dev.grpctuning.change;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A change that somebody wants.
 *
 * @param values values by property name without prefix; an empty one leaves the
 * framework's default, and {@code null} goes back to what the application is configured
 * with
 * @param reset whether all other knobs go back to that, too
 * @param by user who wants it, {@code null} if not known
 * @param reason why, in the user's words; {@code null} if not given
 * @param lease time after which the former values return unless the change is confirmed;
 * {@code null} to keep it
 * @param guarded whether it is taken back if it harms the calls
 */
public record WantedChange(Map<String, @Nullable String> values, boolean reset, @Nullable String by,
		@Nullable String reason, @Nullable Duration lease, boolean guarded) {

	/** Only these values, to keep. */
	public static WantedChange of(Map<String, @Nullable String> values) {
		return new WantedChange(values, false, null, null, null, false);
	}

	/** When the former values return, {@code null} if they do not. */
	public @Nullable Instant until() {
		return (this.lease != null) ? Instant.now().plus(this.lease) : null;
	}

}
