/**
 * The process of a forked server: its log, its heap and its end.
 */
@NullMarked
package dev.grpctuning.load.server.process;

import org.jspecify.annotations.NullMarked;
