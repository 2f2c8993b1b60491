/** Draws the HTML report of an experiment. */
@NullMarked
package dev.grpctuning.load.compare.report;

import org.jspecify.annotations.NullMarked;
