/** Names what keeps the application from starting. */
@NullMarked
package dev.grpctuning.hello.start;

import org.jspecify.annotations.NullMarked;
