/** What somebody wants to change, and what came of it. */
@NullMarked
package dev.grpctuning.change;

import org.jspecify.annotations.NullMarked;
