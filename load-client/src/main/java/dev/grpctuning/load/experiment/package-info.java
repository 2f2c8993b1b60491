/**
 * Variants of a server set-up under the same plan.
 */
@NullMarked
package dev.grpctuning.load.experiment;

import org.jspecify.annotations.NullMarked;
