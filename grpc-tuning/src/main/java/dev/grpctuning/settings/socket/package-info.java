/** Values of the knobs of sockets. */
@NullMarked
package dev.grpctuning.settings.socket;

import org.jspecify.annotations.NullMarked;
