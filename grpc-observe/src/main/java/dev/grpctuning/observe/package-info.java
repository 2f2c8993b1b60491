/**
 * What a client and a server of gRPC measure about themselves alike: how long calls wait
 * for an event loop, and threads for a processor.
 */
@NullMarked
package dev.grpctuning.observe;

import org.jspecify.annotations.NullMarked;
