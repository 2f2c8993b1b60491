/** Events that all viewers of the page get. */
@NullMarked
package dev.grpctuning.console.stream;

import org.jspecify.annotations.NullMarked;
