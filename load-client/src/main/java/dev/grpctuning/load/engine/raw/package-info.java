/**
 * Calls made as prepared HTTP/2 frames on Netty: what it costs to make one is small
 * beside what a server spends on it, so that the server is measured rather than the
 * client.
 */
@NullMarked
package dev.grpctuning.load.engine.raw;

import org.jspecify.annotations.NullMarked;
