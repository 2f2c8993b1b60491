/** Compares two results. */
@NullMarked
package dev.grpctuning.load.diff;

import org.jspecify.annotations.NullMarked;
