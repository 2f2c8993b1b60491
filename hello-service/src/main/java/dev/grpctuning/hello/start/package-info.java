/** Reports why the application cannot start. */
@NullMarked
package dev.grpctuning.hello.start;

import org.jspecify.annotations.NullMarked;
