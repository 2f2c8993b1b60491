package dev.grpctuning.load.transport.stub;

import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.Greeting;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link StubChannel}. */
class StubChannelTests {

	private final EventLoop loop = new DefaultEventLoop();

	private final ManagedChannel connection = NettyChannelBuilder.forAddress("127.0.0.1", 1).usePlaintext().build();

	private final StubChannel channel = new StubChannel(this.loop, StubKind.BLOCKING, new NewCalls<>(this.connection,
			CallTargets.of(Greeting.PLAN), () -> 0, CallOptions.DEFAULT, new MessageCounter()));

	private final AtomicReference<OpenCall> started = new AtomicReference<>();

	private final ProbedCall call = ProbedCall.start(new CallChannel() {

		@Override
		public void start(OpenCall openCall) {
			StubChannelTests.this.started.set(openCall);
		}

		@Override
		public ScheduledExecutorService executor() {
			return StubChannelTests.this.loop;
		}

	});

	@AfterEach
	void close() {
		this.connection.shutdownNow();
		this.loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
	}

	@Test
	void whenACallEndsAfterTheRunThenItsEndIsIgnored() {
		this.loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
		assertThatNoException().isThrownBy(() -> end(Status.UNAVAILABLE));
		assertThat(this.call.hasEnded()).isFalse();
	}

	@Test
	void whenTheConnectionWasLostThenTheStatusIsUnavailable() throws Exception {
		end(Status.UNKNOWN.withDescription("channel closed").withCause(new ClosedChannelException()));
		assertThat(this.call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		assertThat(this.call.await().getDescription()).isEqualTo("channel closed");
	}

	@Test
	void whenTheServerEndsTheCallAsUnknownThenItsStatusStays() throws Exception {
		end(Status.UNKNOWN);
		assertThat(this.call.await().getCode()).isEqualTo(Status.Code.UNKNOWN);
	}

	private void end(Status status) {
		this.channel.ended(Objects.requireNonNull(this.started.get()), status);
	}

}
