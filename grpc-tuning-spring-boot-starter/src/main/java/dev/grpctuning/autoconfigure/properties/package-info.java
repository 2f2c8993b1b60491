/** Typed properties, and settings from them. */
@NullMarked
package dev.grpctuning.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
