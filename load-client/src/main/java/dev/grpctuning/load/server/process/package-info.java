/** What the operating system reports about a server's process. */
@NullMarked
package dev.grpctuning.load.server.process;

import org.jspecify.annotations.NullMarked;
