package dev.grpctuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.testkit.greeting.ConstantLoad;
import dev.grpctuning.transport.NettyTransportAvailability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Changes while calls flow: none fails. */
class LiveTuningIT {

	@Test
	void whenEachTransportIsSwappedForEachOtherThenNoCallFails() {
		List<Transport> transports = Arrays.stream(Transport.values())
			.filter((transport) -> transport != Transport.AUTO
					&& new NettyTransportAvailability().unavailabilityReason(transport) == null)
			.toList();
		assumeTrue(transports.size() > 1, "only NIO works here");
		try (PlainServer server = PlainServer.start("transport=nio", "executor.type=direct");
				ConstantLoad load = ConstantLoad.start(server)) {
			Transport from = Transport.NIO;
			for (Transport to : eachAfterEachOther(transports)) {
				TuningChange change = server.change("transport=" + to.propertyValue());
				assertThat(change.replacement()).isEqualTo((from != to) ? GenerationChange.SWAP : null);
				assertThat(server.effective(Knobs.TRANSPORT)).isEqualTo(to.propertyValue());
				load.settle(20);
				from = to;
			}
			assertNoneFailed(load);
		}
	}

	/** A walk from the first value to each value from each value. */
	private static <T> List<T> eachAfterEachOther(List<T> values) {
		List<T> walk = new ArrayList<>();
		for (T value : values) {
			walk.add(value);
			walk.add(value);
			values.subList(values.indexOf(value) + 1, values.size())
				.forEach((other) -> walk.addAll(List.of(other, value)));
		}
		return walk;
	}

	@ParameterizedTest
	@ValueSource(strings = { "executor.type=direct", "transport=nio" })
	void whenServerWasAsItsFrameworkBuildsItThenFirstChangeSwapsIt(String change) {
		try (PlainServer server = PlainServer.start(); ConstantLoad load = ConstantLoad.start(server)) {
			assertThat(server.change(change).generation()).isEqualTo(2);
			load.settle(50);
			assertNoneFailed(load);
		}
	}

	@Test
	void whenAHundredRandomChangesAreMadeThenNoCallFails() {
		Random random = new Random(20261121);
		List<String> changes = new ArrayList<>(Stream.of("executor.type=direct", "executor.type=fork-join",
				"executor.type=fixed", "executor.type=cached", "executor.type=virtual", "executor.type=adaptive",
				"executor.threads=1", "executor.threads=3", "transport=auto", "worker-threads=1", "worker-threads=2",
				"flow-control-window=1MB", "initial-flow-control-window=256KB",
				"max-concurrent-calls-per-connection=100", "max-concurrent-calls-per-connection=",
				"limit.concurrent-calls=100000", "limit.concurrent-calls=", "keep-alive.time=20s",
				"connection.max-age=5m", "max-inbound-message-size=1MB", "generation.drain-timeout=20s",
				"max-connections=100", "worker-threads-min=1 worker-threads-max=2",
				"executor.canary.type=fixed executor.canary.share=0.3", "executor.canary.type= executor.canary.share=",
				"executor.routes[0].method=hello.v1.HelloService/* executor.routes[0].type=cached", "executor.routes=")
			.toList());
		changes.removeIf((change) -> !PlainServer.isAvailable(change));
		try (PlainServer server = PlainServer.start("executor.type=fork-join");
				ConstantLoad load = ConstantLoad.start(server)) {
			for (int i = 0; i < 100; i++) {
				server.change(changes.get(random.nextInt(changes.size())).split(" "));
				load.settle(random.nextInt(10));
			}
			assertNoneFailed(load);
		}
	}

	private static void assertNoneFailed(ConstantLoad load) {
		load.stop();
		assertThat(load.failures()).isEmpty();
		assertThat(load.unaccounted()).isZero();
	}

}
