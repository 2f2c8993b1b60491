/**
 * The client's own meters.
 */
@NullMarked
package dev.grpctuning.load.metrics;

import org.jspecify.annotations.NullMarked;
