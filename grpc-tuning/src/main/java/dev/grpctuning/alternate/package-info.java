/** Slices of time in which candidates take turns, by the server's own clock. */
@NullMarked
package dev.grpctuning.alternate;

import org.jspecify.annotations.NullMarked;
