/** How a result was measured, and the logs that it left. */
@NullMarked
package dev.grpctuning.load.compare.provenance;

import org.jspecify.annotations.NullMarked;
