/**
 * What is called, and where.
 */
@NullMarked
package dev.grpctuning.load.target;

import org.jspecify.annotations.NullMarked;
