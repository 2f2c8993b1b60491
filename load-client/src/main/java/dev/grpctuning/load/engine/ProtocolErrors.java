package dev.grpctuning.load.engine;

import org.jspecify.annotations.Nullable;

/**
 * What went against HTTP/2 on the connections of a run, whether or not a call was open
 * there: what a server sent that it may not send, and connections that it ended with an
 * error.
 *
 * @param count how many errors
 * @param first what the first was, with its frame, or {@code null} if there was none
 */
public record ProtocolErrors(long count, @Nullable String first) {

	/**
	 * No error.
	 */
	public static final ProtocolErrors NONE = new ProtocolErrors(0, null);

	/**
	 * These and others.
	 * @param others errors whose first comes after the first of these
	 * @return all of them
	 */
	public ProtocolErrors plus(ProtocolErrors others) {
		return new ProtocolErrors(this.count + others.count, (this.first != null) ? this.first : others.first);
	}

}
