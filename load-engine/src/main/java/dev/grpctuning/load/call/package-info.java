/** What is called: the method, its requests and the settings of a call. */
@NullMarked
package dev.grpctuning.load.call;

import org.jspecify.annotations.NullMarked;
