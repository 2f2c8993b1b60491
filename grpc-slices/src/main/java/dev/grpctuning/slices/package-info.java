/**
 * Order and statistics of slices. In slices, settings or servers take turns every few
 * milliseconds, so a machine that slows down slows all of them down alike.
 */
@NullMarked
package dev.grpctuning.slices;

import org.jspecify.annotations.NullMarked;
