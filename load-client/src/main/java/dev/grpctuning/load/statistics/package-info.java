/**
 * Whether a difference between measurements is real: pure functions of numbers.
 */
@NullMarked
package dev.grpctuning.load.statistics;

import org.jspecify.annotations.NullMarked;
