/** Runs posted plans, or drives load until it is stopped. */
@NullMarked
package dev.grpctuning.load.serve;

import org.jspecify.annotations.NullMarked;
