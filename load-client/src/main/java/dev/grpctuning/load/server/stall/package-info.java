/** Finds out when a server stood still. */
@NullMarked
package dev.grpctuning.load.server.stall;

import org.jspecify.annotations.NullMarked;
