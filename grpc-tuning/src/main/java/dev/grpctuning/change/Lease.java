package dev.grpctuning.change;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A change that is in force for a time. Its former values return then, unless it is
 * confirmed.
 *
 * @param id number of the change
 * @param by user who made it, {@code null} if not known
 * @param reason why, {@code null} if not given
 * @param until when the former values return
 * @param knobs names of the knobs that it changed
 */
public record Lease(int id, @Nullable String by, @Nullable String reason, Instant until, List<String> knobs) {

}
