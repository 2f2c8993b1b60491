/** The search algorithm, independent of servers. */
@NullMarked
package dev.grpctuning.load.tune.search;

import org.jspecify.annotations.NullMarked;
