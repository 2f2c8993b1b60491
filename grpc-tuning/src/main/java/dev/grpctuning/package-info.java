/** Entry point: tunes any grpc-java server, without Spring. */
@NullMarked
package dev.grpctuning;

import org.jspecify.annotations.NullMarked;
