/** Searches tuning with which an objective holds at a higher rate. */
@NullMarked
package dev.grpctuning.load.tune;

import org.jspecify.annotations.NullMarked;
