/** Values of knobs, and what a server or its parts are built from them. */
@NullMarked
package dev.grpctuning.settings.value;

import org.jspecify.annotations.NullMarked;
