/**
 * Bounds on the calls that a server has open.
 */
@NullMarked
package dev.grpctuning.limit;

import org.jspecify.annotations.NullMarked;
