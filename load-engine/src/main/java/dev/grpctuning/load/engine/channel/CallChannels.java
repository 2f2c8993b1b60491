package dev.grpctuning.load.engine;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The connections of one run. Closing them ends what is still open; how those calls end
 * is of no interest any more.
 */
public interface CallChannels extends AutoCloseable {

	/**
	 * The connections, ready to make calls.
	 * @return at least one channel
	 */
	List<? extends CallChannel> all();

	/**
	 * What went against the protocol so far, since the connections were first made. May
	 * be called on any thread.
	 * @return the errors, or {@code null} if they are not counted
	 */
	default @Nullable ProtocolErrors protocolErrors() {
		return null;
	}

	@Override
	void close();

}
