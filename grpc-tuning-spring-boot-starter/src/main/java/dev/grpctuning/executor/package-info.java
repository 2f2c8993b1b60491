/**
 * The threads that a gRPC server's handlers run on.
 */
@NullMarked
package dev.grpctuning.executor;

import org.jspecify.annotations.NullMarked;
