/** The tuned server: its generations and how one takes over the port of another. */
@NullMarked
package dev.grpctuning.server;

import org.jspecify.annotations.NullMarked;
