package dev.grpctuning.load.server;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.process.GcSummary;
import dev.grpctuning.load.server.process.ServerExit;

/**
 * What is known of a server when a run against it has ended.
 *
 * @param exit how its process ended, or {@code null} if it goes on
 */
public record ServerEnd(@Nullable GcSummary gc, @Nullable ServerExit exit) {
}
