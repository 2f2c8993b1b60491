/** Commands and options, and the command line that names them. */
@NullMarked
package dev.grpctuning.load.command;

import org.jspecify.annotations.NullMarked;
