package dev.grpctuning.load.target;

import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands for a payload of a stated size, always the same: random bytes, which cannot
 * be compressed, as JSON has them in a field of bytes (Base64).
 */
final class Payload {

	private static final Pattern FORM = Pattern.compile("bytes (\\d{1,8})");

	/**
	 * Above what servers take as one message without being told to.
	 */
	private static final int MOST_BYTES = 16 * 1024 * 1024;

	private static final long SEED = 1;

	private Payload() {
	}

	/**
	 * Reads what stands between the braces.
	 * @return the text that it stands for, or nothing if it is of another form
	 */
	static Optional<String> read(String name) {
		Matcher form = FORM.matcher(name);
		if (!form.matches() || Integer.parseInt(form.group(1)) > MOST_BYTES) {
			return Optional.empty();
		}
		byte[] bytes = new byte[Integer.parseInt(form.group(1))];
		new Random(SEED).nextBytes(bytes);
		return Optional.of(Base64.getEncoder().encodeToString(bytes));
	}

}
