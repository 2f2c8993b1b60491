/** Flame graphs of profiled servers. */
@NullMarked
package dev.grpctuning.load.compare.profile;

import org.jspecify.annotations.NullMarked;
