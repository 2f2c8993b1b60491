/**
 * Trials as a result holds them.
 */
@NullMarked
package dev.grpctuning.load.search.result;

import org.jspecify.annotations.NullMarked;
