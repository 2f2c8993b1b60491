/** What the console answers, whatever the web server. */
@NullMarked
package dev.grpctuning.console.http;

import org.jspecify.annotations.NullMarked;
