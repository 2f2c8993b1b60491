package dev.grpctuning.load.report;

/**
 * A result that can be added to others: that of a client, or of several.
 */
public sealed interface Mergeable extends Measured permits RunDocument, MergedDocument {

	/**
	 * This result as a part of a whole.
	 * @param name what the part is called
	 * @return the part
	 */
	MergedDocument part(String name);

}
