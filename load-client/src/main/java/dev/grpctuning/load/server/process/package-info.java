/** The process of a server, with the help of the operating system. */
@NullMarked
package dev.grpctuning.load.server.process;

import org.jspecify.annotations.NullMarked;
