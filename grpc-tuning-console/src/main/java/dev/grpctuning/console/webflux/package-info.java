/** The console under Spring WebFlux. */
@NullMarked
package dev.grpctuning.console.webflux;

import org.jspecify.annotations.NullMarked;
