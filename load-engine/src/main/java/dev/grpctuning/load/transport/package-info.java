/** What both transports need to connect. */
@NullMarked
package dev.grpctuning.load.transport;

import org.jspecify.annotations.NullMarked;
