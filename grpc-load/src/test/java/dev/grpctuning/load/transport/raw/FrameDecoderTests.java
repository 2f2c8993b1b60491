package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link FrameDecoder}: a connection without a call. */
class FrameDecoderTests {

	private final AtomicReference<ProtocolErrors> errors = new AtomicReference<>(ProtocolErrors.NONE);

	private final List<Status> closed = new ArrayList<>();

	private final EmbeddedChannel channel = new EmbeddedChannel();

	private final PreparedRequest prepared;

	FrameDecoderTests() {
		this.prepared = PreparedRequest.of(MethodType.UNARY, CallSettings.DEFAULT,
				RequestHeaders.of("a.B/C", Compression.IDENTITY, "http", null, "a:1", new Headers(Map.of()), null),
				RequestContent.of(List.of(new byte[1]), Compression.IDENTITY, new byte[0]), null, () -> 0);
		this.channel.pipeline()
			.addLast(new FrameDecoder(new Connection(this.channel, this.prepared,
					new ConnectionSettings(true, RawChannelsFactory.DEFAULT_MAX_MESSAGE_BYTES,
							RawChannelsFactory.DEFAULT_MAX_METADATA_BYTES, ReceiveFlow.LARGE, 1),
					this.errors, new Owner(), this.closed::add)));
	}

	@AfterEach
	void release() {
		this.channel.releaseInbound();
		this.channel.releaseOutbound();
		this.prepared.close();
	}

	@Test
	void whenThisClientHasABugThenItIsCountedThoughNoCallEnds() {
		this.channel.pipeline().fireExceptionCaught(new DecoderException(new IllegalStateException("odd")));
		assertThat(this.errors.get())
			.isEqualTo(new ProtocolErrors(1, "the client failed: java.lang.IllegalStateException: odd"));
		assertThat(this.closed).hasSize(1);
		this.channel.pipeline().fireExceptionCaught(new IllegalStateException("odd"));
		assertThat(Objects.requireNonNull(this.errors.get()).count()).isOne();
	}

	@Test
	void whenTheSocketFailsThenThatIsNoError() {
		this.channel.pipeline().fireExceptionCaught(new IOException("Connection reset"));
		assertThat(this.errors.get()).isEqualTo(ProtocolErrors.NONE);
		assertThat(this.closed).hasSize(1);
	}

	private final class Owner implements Connection.Owner {

		@Override
		public void ready(Connection connection) {
		}

		@Override
		public void roomMayBeLeft() {
		}

		@Override
		public void goingAway(Connection connection, List<RawCall> unprocessed) {
		}

		@Override
		public void unprocessed(List<RawCall> calls) {
		}

		@Override
		public void ended(RawCall call, Status status) {
		}

		@Override
		public void closed(Connection connection, Status diagnosis) {
		}

	}

}
