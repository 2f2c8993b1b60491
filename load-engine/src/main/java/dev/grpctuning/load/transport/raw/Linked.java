package dev.grpctuning.load.transport.raw;

import org.jspecify.annotations.Nullable;

/**
 * An element of an intrusive list; it is in one list at a time.
 */
abstract class Linked<T extends Linked<T>> {

	@Nullable T next;

	@Nullable T previous;

}
