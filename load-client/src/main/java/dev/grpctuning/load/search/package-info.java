/**
 * Searches for the best of what can be tried, when every trial is noisy: pure functions
 * of what trials say.
 */
@NullMarked
package dev.grpctuning.load.search;

import org.jspecify.annotations.NullMarked;
