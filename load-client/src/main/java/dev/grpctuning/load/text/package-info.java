/** Prints figures and runs. */
@NullMarked
package dev.grpctuning.load.text;

import org.jspecify.annotations.NullMarked;
