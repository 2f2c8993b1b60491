/** Templates that make each request a little different. */
@NullMarked
package dev.grpctuning.load.call.template;

import org.jspecify.annotations.NullMarked;
