package dev.grpctuning.load.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.CallSettings.Cancellation;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.CallChannels.CallChannel;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link RunTarget}. */
@Tag(Approved.TAG)
class RunTargetTests {

	private static final TargetAddress ADDRESS = new TargetAddress("localhost", 9090);

	private static final CallSettings SETTINGS = new CallSettings(Duration.ofSeconds(1), "other", Compression.IDENTITY,
			false, Cancellation.NONE, CallSettings.Retries.NONE, Set.of());

	private static final LoadPlan PLAN = new LoadPlan(
			new LoadModel.Closed(new Concurrency.Constant(7), Warmup.NONE, Duration.ofSeconds(10)), LoadEngine.STUB,
			StubKind.FUTURE, 3,
			new CallPlan(new CallPlan.Method("kinds.v1.Kinds", "Unary", null), null, null, Map.of("a", "b"), SETTINGS),
			4000, Duration.ofSeconds(5), Duration.ofMinutes(2));

	private final List<LoadPlan> opened = new ArrayList<>();

	/** An address for documentation, to which nothing is sent here. */
	@Test
	void whenTheTargetIsAnotherMachineThenTheFirstLineSaysWhatItWillGet() {
		Approved.assertCase("run.txt", announced("192.0.2.1:9090", false));
		assertThat(announced("192.0.2.1:9090", true)).isEmpty();
		assertThat(List.of("localhost:9090", "127.0.0.2:9090", "[::1]:9090", "0.0.0.0:9090"))
			.allMatch((target) -> announced(target, false).isEmpty());
	}

	private static String announced(String target, boolean quiet) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		new RunTarget(TargetAddress.parse(target), PLAN, (address, plan, timeout) -> {
			throw new IllegalStateException();
		}, Duration.ZERO).announce(quiet, new PrintStream(out, true, StandardCharsets.UTF_8));
		return out.toString(StandardCharsets.UTF_8);
	}

	@Test
	void whenThereIsNoServerThenTheLineSaysHowToStartOne() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> target((address, plan, timeout) -> {
			throw new TargetUnreachableException(address, "refused");
		}).connect()).satisfies((ex) -> Approved.assertCase("run.txt", ex.getMessage()));
	}

	@Test
	void whenTheClientsOwnSettingsAreWrongThenNobodyIsToldToStartAServer() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> target((address, plan, timeout) -> {
			throw TargetUnreachableException.forGood(address, "grpc.client.GLOBAL.* cannot be used (no such file)",
					new IllegalStateException());
		}).connect())
			.withMessageContaining("grpc.client.GLOBAL.* cannot be used (no such file)")
			.satisfies((ex) -> Approved.assertCase("run.txt", ex.getMessage()));
	}

	@Test
	void whenCallsWereLostThenTheServerIsConnectedToAndNotAskedAboutItself() {
		assertThat(failure((address, plan, timeout) -> {
			this.opened.add(plan);
			return new NoChannels();
		})).isNull();
		assertThat(this.opened).singleElement().satisfies((plan) -> {
			assertThat(plan.call()).isEqualTo(HelloCall.PLAN.withSettings(SETTINGS));
			assertThat(plan.channels()).isOne();
			assertThat(plan.engine()).isEqualTo(PLAN.engine());
		});
	}

	@Test
	void whenItCannotBeConnectedToThenItHasGone() {
		Approved.assertCase("run.txt", failure((address, plan, timeout) -> {
			throw new TargetUnreachableException(address, "refused");
		}));
	}

	@Test
	void whenTheRunMayConnectForLongThenTheCheckMayNot() {
		List<Duration> waited = new ArrayList<>();
		ChannelsFactory channels = (address, plan, timeout) -> {
			waited.add(timeout);
			return new NoChannels();
		};
		target(channels).document(load(0.0), ClientObservation.NONE);
		new RunTarget(ADDRESS, PLAN, channels, Duration.ofSeconds(2)).document(load(0.0), ClientObservation.NONE);
		assertThat(waited).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(2));
	}

	@Test
	void whenTheCheckItselfFailsThenTheResultIsNotLost() {
		assertThat(failure((address, plan, timeout) -> {
			throw new IllegalStateException("a bug");
		})).isNull();
		assertThat(failure((address, plan, timeout) -> {
			throw TargetUnreachableException.forGood(address, "a bug", new IllegalStateException());
		})).isNull();
		assertThat(failure((address, plan, timeout) -> {
			throw new InterruptedException();
		})).isNull();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void whenTheServerWasHeardOfToTheEndThenItIsNotConnectedTo() {
		assertThat(target((address, plan, timeout) -> {
			throw new TargetUnreachableException(address, "refused");
		}).document(load(null), ClientObservation.NONE).outcome().failure()).isNull();
	}

	private static @Nullable String failure(ChannelsFactory channels) {
		return target(channels).document(load(0.0), ClientObservation.NONE).outcome().failure();
	}

	private static RunTarget target(ChannelsFactory channels) {
		return new RunTarget(ADDRESS, PLAN, channels, Duration.ofMinutes(1));
	}

	private static MeasuredLoad load(@Nullable Double silentSeconds) {
		return new SampleLoad().counts(new Counts(3, 1, Map.of("UNAVAILABLE", 2L), 0, 0))
			.rate(10, 10, 0.1)
			.silentSeconds(silentSeconds)
			.build();
	}

	/** What was connected, and is not used. */
	private static final class NoChannels implements CallChannels {

		@Override
		public List<? extends CallChannel> all() {
			return List.of();
		}

		@Override
		public void close() {
		}

	}

}
