/** Page of a gRPC service that shows it live and changes its tuning. */
@NullMarked
package dev.grpctuning.console;

import org.jspecify.annotations.NullMarked;
