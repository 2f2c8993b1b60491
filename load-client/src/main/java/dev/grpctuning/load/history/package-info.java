/** The command {@code history}: results over time, and where they change. */
@NullMarked
package dev.grpctuning.load.history;

import org.jspecify.annotations.NullMarked;
