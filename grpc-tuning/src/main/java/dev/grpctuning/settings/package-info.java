/** Knobs of a gRPC server and their values, without Netty and Spring. */
@NullMarked
package dev.grpctuning.settings;

import org.jspecify.annotations.NullMarked;
