package dev.grpctuning.load.engine.channel;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.Streams;

/** The connections of one run. Closing them ends open calls, and ignores how. */
public interface CallChannels extends AutoCloseable {

	List<? extends CallChannel> all();

	/** Protocol errors since the connections were opened, for any thread. */
	default @Nullable ProtocolErrors protocolErrors() {
		return null;
	}

	@Override
	void close();

	/** A connection to a target that can make calls. */
	interface CallChannel {

		/**
		 * Starts a call and returns at once, or when an {@linkplain OpenCall#isAwaited()
		 * awaited} call has ended. Several threads may start calls at the same time.
		 */
		void start(OpenCall call);

		/** Whether calls are sent later, and {@link OpenCall#sentNow()} reports it. */
		default boolean reportsWhenSent() {
			return false;
		}

		/** What was sent and received so far. Must be called on {@link #executor()}. */
		default MessageBytes messageBytes() {
			return MessageBytes.NONE;
		}

		/** The thread on which calls end. Channels may share it. */
		ScheduledExecutorService executor();

	}

	/**
	 * Messages and their bytes as sent: compressed if they are, and without gRPC's
	 * prefix.
	 */
	record MessageBytes(long requests, long requestBytes, long responses, long responseBytes) {

		public static final MessageBytes NONE = new MessageBytes(0, 0, 0, 0);

		MessageBytes plus(MessageBytes other) {
			return new MessageBytes(this.requests + other.requests, this.requestBytes + other.requestBytes,
					this.responses + other.responses, this.responseBytes + other.responseBytes);
		}

		Messages messages(@Nullable Streams streams) {
			return new Messages(mean(this.requestBytes, this.requests), mean(this.responseBytes, this.responses),
					streams);
		}

		private static @Nullable Double mean(long bytes, long messages) {
			return (messages != 0) ? (double) bytes / messages : null;
		}

	}

}
