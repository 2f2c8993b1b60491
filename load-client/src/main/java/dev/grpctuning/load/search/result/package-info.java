/**
 * Figures of a trial that an objective is on.
 */
@NullMarked
package dev.grpctuning.load.search.result;

import org.jspecify.annotations.NullMarked;
