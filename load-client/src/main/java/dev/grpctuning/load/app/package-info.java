/** The Spring application: finds the command and runs it. */
@NullMarked
package dev.grpctuning.load.app;

import org.jspecify.annotations.NullMarked;
