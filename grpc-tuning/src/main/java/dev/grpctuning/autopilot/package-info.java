/**
 * Tunes a server by itself, within fences. Knows neither the server nor its threads, so
 * that days pass in a test.
 */
@NullMarked
package dev.grpctuning.autopilot;

import org.jspecify.annotations.NullMarked;
