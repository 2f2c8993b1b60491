/**
 * The tuning of a gRPC server as immutable values.
 */
@NullMarked
package dev.grpctuning;

import org.jspecify.annotations.NullMarked;
