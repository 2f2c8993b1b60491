/**
 * Calls made as an application makes them: grpc-java stubs on net.devh's channels.
 */
@NullMarked
package dev.grpctuning.load.engine.stub;

import org.jspecify.annotations.NullMarked;
