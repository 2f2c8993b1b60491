/**
 * Measures in a gRPC client or server how long calls wait for an event loop, and how long
 * threads wait for a processor.
 */
@NullMarked
package dev.grpctuning.observe;

import org.jspecify.annotations.NullMarked;
