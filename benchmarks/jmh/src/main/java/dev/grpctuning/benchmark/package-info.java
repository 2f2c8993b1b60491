/** Benchmarks of single calls, messages, records and of the tuning. */
@NullMarked
package dev.grpctuning.benchmark;

import org.jspecify.annotations.NullMarked;
