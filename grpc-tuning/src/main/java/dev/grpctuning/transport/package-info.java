/** The event loops of a gRPC server and the system calls under them. */
@NullMarked
package dev.grpctuning.transport;

import org.jspecify.annotations.NullMarked;
