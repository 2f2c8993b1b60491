/** Thresholds that a result has to meet. */
@NullMarked
package dev.grpctuning.load.threshold;

import org.jspecify.annotations.NullMarked;
