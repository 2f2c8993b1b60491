package dev.grpctuning.guard;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Methods with a duration of their own, as they are written.
 *
 * @param method full name of a method, {@code package.Service/Method}, in which {@code *}
 * stands for any characters
 * @param p99 duration that 99 % of their calls do not exceed, {@code null} if they may
 * take any time, such as streams
 */
public record MethodObjective(@Nullable String method, @Nullable Duration p99) {

}
