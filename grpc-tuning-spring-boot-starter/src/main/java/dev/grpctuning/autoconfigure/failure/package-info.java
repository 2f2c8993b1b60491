/** Failed starts, explained in a few lines. */
@NullMarked
package dev.grpctuning.autoconfigure.failure;

import org.jspecify.annotations.NullMarked;
