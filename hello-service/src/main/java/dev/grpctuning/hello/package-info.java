/** The application. */
@NullMarked
package dev.grpctuning.hello;

import org.jspecify.annotations.NullMarked;
