/**
 * Auto-configuration for net.devh's gRPC server; the only package that knows it.
 */
@NullMarked
package dev.grpctuning.autoconfigure;

import org.jspecify.annotations.NullMarked;
