/** What all commands share: exit codes, output files, interruption. */
@NullMarked
package dev.grpctuning.load.cli;

import org.jspecify.annotations.NullMarked;
