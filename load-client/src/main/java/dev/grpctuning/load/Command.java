package dev.grpctuning.load;

/**
 * Something that the client can be told to do.
 */
interface Command {

	/**
	 * The word that chooses it.
	 */
	String name();

	/**
	 * Does it.
	 * @return the exit code
	 */
	int execute() throws Exception;

}
