package dev.grpctuning.load.target;

/**
 * How requests are compressed.
 */
public enum Compression {

	/**
	 * Not at all.
	 */
	IDENTITY,

	/**
	 * By gzip.
	 */
	GZIP

}
