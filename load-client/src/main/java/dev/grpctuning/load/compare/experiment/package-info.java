/** Experiments: variants and workloads, read from YAML. */
@NullMarked
package dev.grpctuning.load.compare.experiment;

import org.jspecify.annotations.NullMarked;
