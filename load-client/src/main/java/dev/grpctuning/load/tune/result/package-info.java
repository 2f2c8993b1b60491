/**
 * The result of a tuning search.
 */
@NullMarked
package dev.grpctuning.load.tune.result;

import org.jspecify.annotations.NullMarked;
