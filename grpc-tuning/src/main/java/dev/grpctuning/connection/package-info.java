/** Open connections of a server. */
@NullMarked
package dev.grpctuning.connection;

import org.jspecify.annotations.NullMarked;
