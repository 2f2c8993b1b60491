/** Actuator endpoint of the autopilot. */
@NullMarked
package dev.grpctuning.actuate.autopilot;

import org.jspecify.annotations.NullMarked;
