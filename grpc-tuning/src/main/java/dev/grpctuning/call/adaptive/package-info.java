/** Chooses between event loop and executor for each method. */
@NullMarked
package dev.grpctuning.call.adaptive;

import org.jspecify.annotations.NullMarked;
