package dev.grpctuning.load;

import java.util.Set;

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

	/**
	 * What names of options may begin with beside those of the client.
	 */
	default Set<String> options() {
		return Set.of();
	}

}
