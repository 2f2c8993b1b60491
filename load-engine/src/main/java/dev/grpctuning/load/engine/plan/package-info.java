/** Describes which load is driven. */
@NullMarked
package dev.grpctuning.load.engine.plan;

import org.jspecify.annotations.NullMarked;
