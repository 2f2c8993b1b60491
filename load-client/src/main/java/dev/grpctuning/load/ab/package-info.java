/** Compares two builds of a service: {@code ab}. */
@NullMarked
package dev.grpctuning.load.ab;

import org.jspecify.annotations.NullMarked;
