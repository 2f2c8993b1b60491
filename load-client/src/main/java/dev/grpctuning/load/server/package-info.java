/**
 * A server under test: started in a JVM of its own, observed from outside, and ended.
 */
@NullMarked
package dev.grpctuning.load.server;

import org.jspecify.annotations.NullMarked;
