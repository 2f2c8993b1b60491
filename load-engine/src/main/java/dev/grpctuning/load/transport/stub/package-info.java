/** Calls through grpc-java channels and stubs. */
@NullMarked
package dev.grpctuning.load.transport.stub;

import org.jspecify.annotations.NullMarked;
