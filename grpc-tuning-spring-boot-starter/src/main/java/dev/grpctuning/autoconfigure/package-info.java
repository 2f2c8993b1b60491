/** Auto-configuration of the tuning, whichever framework starts the server. */
@NullMarked
package dev.grpctuning.autoconfigure;

import org.jspecify.annotations.NullMarked;
