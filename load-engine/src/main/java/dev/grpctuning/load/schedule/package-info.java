/**
 * When calls are due. Pure: nothing here reads a clock or knows Spring or gRPC.
 */
@NullMarked
package dev.grpctuning.load.schedule;

import org.jspecify.annotations.NullMarked;
