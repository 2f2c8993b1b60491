/**
 * The page that shows a command's work in a browser while it goes on, and its report in
 * the end.
 */
@NullMarked
package dev.grpctuning.load.live;

import org.jspecify.annotations.NullMarked;
