/** Names and descriptions of the properties. */
@NullMarked
package dev.grpctuning.load.metadata;

import org.jspecify.annotations.NullMarked;
