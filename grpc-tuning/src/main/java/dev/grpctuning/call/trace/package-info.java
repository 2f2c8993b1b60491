/** Follows each call from its arrival to its end, and bounds its age. */
@NullMarked
package dev.grpctuning.call.trace;

import org.jspecify.annotations.NullMarked;
