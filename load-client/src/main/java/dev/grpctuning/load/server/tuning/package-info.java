/** The tuning that a server reports. */
@NullMarked
package dev.grpctuning.load.server.tuning;

import org.jspecify.annotations.NullMarked;
