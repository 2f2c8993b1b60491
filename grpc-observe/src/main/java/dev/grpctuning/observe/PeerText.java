package dev.grpctuning.observe;

import java.util.regex.Pattern;

/** Cleans text that a peer has sent, before it is printed or written anywhere. */
public final class PeerText {

	/** Maximum number of characters, without the ellipsis of a longer text. */
	public static final int MAX_LENGTH = 500;

	private static final Pattern BREAKS = Pattern.compile("[\\t-\\r\\x85\\u2028\\u2029]+");

	/** Control characters, and those that change the direction of text. */
	private static final Pattern INVISIBLE = Pattern
		.compile("[\\p{Cc}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+");

	private PeerText() {
	}

	/**
	 * Turns breaks into spaces, removes control and bidirectional characters, and cuts
	 * the text at 500 characters.
	 */
	public static String clean(String text) {
		String clean = INVISIBLE.matcher(BREAKS.matcher(text).replaceAll(" ")).replaceAll("");
		if (clean.length() <= MAX_LENGTH) {
			return clean;
		}
		boolean pair = Character.isHighSurrogate(clean.charAt(MAX_LENGTH - 1));
		return clean.substring(0, pair ? MAX_LENGTH - 1 : MAX_LENGTH) + "…";
	}

}
