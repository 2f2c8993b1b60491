/**
 * Prints an experiment.
 */
@NullMarked
package dev.grpctuning.load.compare.text;

import org.jspecify.annotations.NullMarked;
