/** Searches the highest rate at which an objective holds. */
@NullMarked
package dev.grpctuning.load.knee;

import org.jspecify.annotations.NullMarked;
