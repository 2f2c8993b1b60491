/**
 * What channels of every engine stand on: event loops, and a first look at the target.
 */
@NullMarked
package dev.grpctuning.load.engine.transport;

import org.jspecify.annotations.NullMarked;
