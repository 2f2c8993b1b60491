/** The lab itself: its version, its commit and its command line. */
@NullMarked
package dev.grpctuning.load.lab;

import org.jspecify.annotations.NullMarked;
