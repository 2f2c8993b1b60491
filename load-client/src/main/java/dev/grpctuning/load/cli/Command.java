package dev.grpctuning.load;

import java.util.List;
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
	 * @param files words after its name, none unless it {@linkplain #takesFiles() takes
	 * them}
	 * @return the exit code
	 */
	int execute(List<String> files) throws Exception;

	/**
	 * Whether names of files may follow its name.
	 */
	default boolean takesFiles() {
		return false;
	}

	/**
	 * What names of options may begin with beside those of the client.
	 */
	default Set<String> options() {
		return Set.of();
	}

}
