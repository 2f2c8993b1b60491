/** What a run measured. */
@NullMarked
package dev.grpctuning.load.engine.result;

import org.jspecify.annotations.NullMarked;
