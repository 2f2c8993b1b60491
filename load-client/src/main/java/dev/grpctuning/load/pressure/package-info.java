/**
 * What held up a process or its machine, and when: shares of the processors' time, and
 * stalls.
 */
@NullMarked
package dev.grpctuning.load.pressure;

import org.jspecify.annotations.NullMarked;
