/** Figures of the service, one point per second, and what they mean. */
@NullMarked
package dev.grpctuning.console.sample;

import org.jspecify.annotations.NullMarked;
