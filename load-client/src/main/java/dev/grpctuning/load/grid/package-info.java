/** Runs every combination of clients, delays and codecs. */
@NullMarked
package dev.grpctuning.load.grid;

import org.jspecify.annotations.NullMarked;
