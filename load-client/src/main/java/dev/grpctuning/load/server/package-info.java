/** Observes, changes and starts the server under test. */
@NullMarked
package dev.grpctuning.load.server;

import org.jspecify.annotations.NullMarked;
