package dev.grpctuning.load.call.template;

import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A payload of a given size: random bytes in Base64, the same each time, which do not
 * compress.
 */
final class Payload {

	private static final Pattern FORM = Pattern.compile("bytes (\\d{1,8})");

	/** Above the default limit of servers for a message. */
	private static final int MOST_BYTES = 16 * 1024 * 1024;

	private Payload() {
	}

	static Optional<String> read(String name) {
		Matcher form = FORM.matcher(name);
		if (!form.matches() || Integer.parseInt(form.group(1)) > MOST_BYTES) {
			return Optional.empty();
		}
		byte[] bytes = new byte[Integer.parseInt(form.group(1))];
		new Random(1).nextBytes(bytes);
		return Optional.of(Base64.getEncoder().encodeToString(bytes));
	}

}
