package dev.grpctuning.load.engine;

import java.util.List;

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

	@Override
	void close();

}
