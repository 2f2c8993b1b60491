/**
 * Draws the charts of all pages: of the console, of a run that is under way and of
 * reports.
 */
@NullMarked
package dev.grpctuning.charts;

import org.jspecify.annotations.NullMarked;
