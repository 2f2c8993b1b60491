/**
 * The load client: its commands and properties.
 */
@NullMarked
package dev.grpctuning.load;

import org.jspecify.annotations.NullMarked;
