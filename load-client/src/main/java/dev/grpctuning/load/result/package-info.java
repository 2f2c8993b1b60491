/** The document of a run, as result.json holds it. */
@NullMarked
package dev.grpctuning.load.result;

import org.jspecify.annotations.NullMarked;
