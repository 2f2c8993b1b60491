/** Calls as prepared HTTP/2 frames on Netty, without grpc-java channels. */
@NullMarked
package dev.grpctuning.load.transport.raw;

import org.jspecify.annotations.NullMarked;
