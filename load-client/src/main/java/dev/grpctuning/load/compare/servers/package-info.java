/**
 * Starts, attaches to or retunes the server of a variant.
 */
@NullMarked
package dev.grpctuning.load.compare.servers;

import org.jspecify.annotations.NullMarked;
