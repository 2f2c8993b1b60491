/**
 * Conditions that the figures of a run must meet.
 */
@NullMarked
package dev.grpctuning.load.gate;

import org.jspecify.annotations.NullMarked;
