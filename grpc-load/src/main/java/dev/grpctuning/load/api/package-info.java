/**
 * The library's entry points: a load test in a few lines, and the channels of every
 * engine.
 */
@NullMarked
package dev.grpctuning.load.api;

import org.jspecify.annotations.NullMarked;
