/** Actuator endpoints that show and change the tuning. */
@NullMarked
package dev.grpctuning.actuate;

import org.jspecify.annotations.NullMarked;
