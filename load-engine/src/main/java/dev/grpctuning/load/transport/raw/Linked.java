package dev.grpctuning.load.engine.raw;

import org.jspecify.annotations.Nullable;

/**
 * What can be linked to others of its kind without anything being allocated. It is in one
 * list at a time, to which its links belong.
 *
 * @param <T> its kind
 */
abstract class Linked<T extends Linked<T>> {

	@Nullable T next;

	@Nullable T previous;

}
