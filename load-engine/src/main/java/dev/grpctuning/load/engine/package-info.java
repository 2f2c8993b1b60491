/**
 * Runs a load plan against the channels of a target, and counts every call.
 */
@NullMarked
package dev.grpctuning.load.engine;

import org.jspecify.annotations.NullMarked;
