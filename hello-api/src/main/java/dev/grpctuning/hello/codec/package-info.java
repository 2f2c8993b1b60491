/** The hello service's messages in several encodings. */
@NullMarked
package dev.grpctuning.hello.codec;

import org.jspecify.annotations.NullMarked;
