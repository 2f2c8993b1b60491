/** Warnings about properties that are set and have no effect. */
@NullMarked
package dev.grpctuning.autoconfigure.ineffective;

import org.jspecify.annotations.NullMarked;
