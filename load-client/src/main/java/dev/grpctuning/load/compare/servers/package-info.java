/** Where the servers of an experiment come from. */
@NullMarked
package dev.grpctuning.load.compare.servers;

import org.jspecify.annotations.NullMarked;
