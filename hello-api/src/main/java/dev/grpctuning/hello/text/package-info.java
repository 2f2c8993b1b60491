/** Text that a peer has sent. */
@NullMarked
package dev.grpctuning.hello.text;

import org.jspecify.annotations.NullMarked;
