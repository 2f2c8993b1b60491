/** Adds up the results of several load clients. */
@NullMarked
package dev.grpctuning.load.merge;

import org.jspecify.annotations.NullMarked;
