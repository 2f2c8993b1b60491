/** Example of a server without Spring. */
@NullMarked
package dev.grpctuning.plain;

import org.jspecify.annotations.NullMarked;
