/** Compares a candidate with the settings in force, in slices of time. */
@NullMarked
package dev.grpctuning.autopilot.experiment;

import org.jspecify.annotations.NullMarked;
