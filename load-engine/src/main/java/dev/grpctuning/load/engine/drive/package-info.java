/** Drivers of load models: each decides when the next call starts. */
@NullMarked
package dev.grpctuning.load.engine.drive;

import org.jspecify.annotations.NullMarked;
