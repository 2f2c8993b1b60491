/** The result document of an experiment. */
@NullMarked
package dev.grpctuning.load.compare.result;

import org.jspecify.annotations.NullMarked;
