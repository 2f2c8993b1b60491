package dev.grpctuning.load.transport.raw;

/**
 * Stands for a call in a list.
 */
final class Numbered extends Linked<Numbered> {

	final long number;

	Numbered(long number) {
		this.number = number;
	}

}
