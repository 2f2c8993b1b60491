/** Runs one plan against one server. */
@NullMarked
package dev.grpctuning.load.run;

import org.jspecify.annotations.NullMarked;
