/** What a transport offers to the engine, and the statistics of each channel. */
@NullMarked
package dev.grpctuning.load.engine.channel;

import org.jspecify.annotations.NullMarked;
