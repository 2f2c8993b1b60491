/** Trials at a rate, shared by the searches. */
@NullMarked
package dev.grpctuning.load.search;

import org.jspecify.annotations.NullMarked;
