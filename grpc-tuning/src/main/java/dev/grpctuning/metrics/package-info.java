/** Meters of generations, executors, event loops, connections and limits. */
@NullMarked
package dev.grpctuning.metrics;

import org.jspecify.annotations.NullMarked;
