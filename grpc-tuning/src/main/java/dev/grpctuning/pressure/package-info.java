/** What the machine leaves of its processors to this process. */
@NullMarked
package dev.grpctuning.pressure;

import org.jspecify.annotations.NullMarked;
