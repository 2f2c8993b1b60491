/**
 * Recording and summing up latencies.
 */
@NullMarked
package dev.grpctuning.load.latency;

import org.jspecify.annotations.NullMarked;
