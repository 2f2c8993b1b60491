/** Takes changes back that harm the calls. */
@NullMarked
package dev.grpctuning.guard;

import org.jspecify.annotations.NullMarked;
