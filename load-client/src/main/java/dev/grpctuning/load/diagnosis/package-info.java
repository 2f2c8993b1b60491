/** Explains what limited a run. */
@NullMarked
package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.NullMarked;
