package dev.grpctuning.load.engine.channel;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;

/**
 * The connections of one run. Closing them ends open calls, and ignores how.
 */
public interface CallChannels extends AutoCloseable {

	List<? extends CallChannel> all();

	/** Protocol errors since the connections were opened, for any thread. */
	default @Nullable ProtocolErrors protocolErrors() {
		return null;
	}

	@Override
	void close();

}
