package dev.grpctuning.load.target;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names for a message to the user.
 */
final class Names {

	private Names() {
	}

	/**
	 * Lists names in order.
	 */
	static String list(Stream<String> names) {
		String list = names.sorted().collect(Collectors.joining(", "));
		return list.isEmpty() ? "none" : list;
	}

}
