/**
 * Slices: settings or servers take turns every few milliseconds, so that a machine that
 * becomes slower disturbs all of them alike. The order of the turns, and the statistics
 * of the differences.
 */
@NullMarked
package dev.grpctuning.slices;

import org.jspecify.annotations.NullMarked;
