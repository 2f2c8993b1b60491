/**
 * The application.
 */
@NullMarked
package dev.grpctuning.load;

import org.jspecify.annotations.NullMarked;
