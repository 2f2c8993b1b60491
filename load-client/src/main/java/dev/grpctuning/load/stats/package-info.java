/** Statistics of repeated runs. Independent of Spring and gRPC. */
@NullMarked
package dev.grpctuning.load.stats;

import org.jspecify.annotations.NullMarked;
