/** Connects the autopilot with the running server. */
@NullMarked
package dev.grpctuning.autopilot.live;

import org.jspecify.annotations.NullMarked;
