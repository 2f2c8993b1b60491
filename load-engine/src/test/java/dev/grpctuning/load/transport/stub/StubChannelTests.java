package dev.grpctuning.load.transport.stub;

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
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/** Tests for {@link StubChannel}. */
class StubChannelTests {

	@Test
	void whenACallEndsAfterTheRunThenItsEndIsIgnored() {
		EventLoop loop = new DefaultEventLoop();
		ManagedChannel connection = NettyChannelBuilder.forAddress("127.0.0.1", 1).usePlaintext().build();
		try {
			StubChannel channel = new StubChannel(loop, StubKind.BLOCKING, new NewCalls<>(connection,
					CallTargets.of(CallPlan.HELLO), () -> 0, CallOptions.DEFAULT, new MessageCounter()));
			AtomicReference<OpenCall> started = new AtomicReference<>();
			ProbedCall call = ProbedCall.start(new CallChannel() {

				@Override
				public void start(OpenCall openCall) {
					started.set(openCall);
				}

				@Override
				public ScheduledExecutorService executor() {
					return loop;
				}

			});
			loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
			assertThatNoException()
				.isThrownBy(() -> channel.ended(Objects.requireNonNull(started.get()), Status.UNAVAILABLE));
			assertThat(call.hasEnded()).isFalse();
		}
		finally {
			connection.shutdownNow();
		}
	}

}
