/** Measures the stages of calls in the server, and reports them to the client. */
@NullMarked
package dev.grpctuning.stages;

import org.jspecify.annotations.NullMarked;
