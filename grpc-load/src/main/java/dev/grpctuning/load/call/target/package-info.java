/** Turns what the user wants to call into a target: the hello service or any method. */
@NullMarked
package dev.grpctuning.load.call.target;

import org.jspecify.annotations.NullMarked;
