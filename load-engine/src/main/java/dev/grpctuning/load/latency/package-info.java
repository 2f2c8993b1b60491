/** Records latencies in histograms. Independent of Spring and gRPC. */
@NullMarked
package dev.grpctuning.load.latency;

import org.jspecify.annotations.NullMarked;
