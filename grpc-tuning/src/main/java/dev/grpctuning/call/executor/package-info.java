/** Executors that handlers run on. */
@NullMarked
package dev.grpctuning.call.executor;

import org.jspecify.annotations.NullMarked;
