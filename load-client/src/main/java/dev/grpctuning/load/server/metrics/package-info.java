/** Samples of the meters of a server. */
@NullMarked
package dev.grpctuning.load.server.metrics;

import org.jspecify.annotations.NullMarked;
