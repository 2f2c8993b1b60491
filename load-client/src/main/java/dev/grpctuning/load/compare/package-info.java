/** Compares variants of a server in interleaved rounds. */
@NullMarked
package dev.grpctuning.load.compare;

import org.jspecify.annotations.NullMarked;
