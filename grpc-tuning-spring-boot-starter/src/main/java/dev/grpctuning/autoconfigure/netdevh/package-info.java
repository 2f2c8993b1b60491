/** Tuning of net.devh's gRPC server, the only package that knows it. */
@NullMarked
package dev.grpctuning.autoconfigure.netdevh;

import org.jspecify.annotations.NullMarked;
