/** Drives a plan and returns its result. */
@NullMarked
package dev.grpctuning.load.engine;

import org.jspecify.annotations.NullMarked;
