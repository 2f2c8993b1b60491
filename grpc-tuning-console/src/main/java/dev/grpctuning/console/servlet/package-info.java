/** The console in a servlet container. */
@NullMarked
package dev.grpctuning.console.servlet;

import org.jspecify.annotations.NullMarked;
