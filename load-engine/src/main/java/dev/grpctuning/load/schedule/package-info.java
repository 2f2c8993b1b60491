/** Computes when calls are due. Independent of Spring and gRPC. */
@NullMarked
package dev.grpctuning.load.schedule;

import org.jspecify.annotations.NullMarked;
