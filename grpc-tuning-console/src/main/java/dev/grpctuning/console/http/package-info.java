/** Responses of the console, independent of the web server. */
@NullMarked
package dev.grpctuning.console.http;

import org.jspecify.annotations.NullMarked;
