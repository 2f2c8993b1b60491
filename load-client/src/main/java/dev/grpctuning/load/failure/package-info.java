/** Start-up failures in one line on stderr, with exit code 1. */
@NullMarked
package dev.grpctuning.load.failure;

import org.jspecify.annotations.NullMarked;
