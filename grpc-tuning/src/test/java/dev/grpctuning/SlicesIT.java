package dev.grpctuning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Meter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.alternate.SlicePlan;
import dev.grpctuning.alternate.SliceRuns;
import dev.grpctuning.alternate.SliceState;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.testkit.greeting.ConstantLoad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Candidates take turns while calls flow: none fails, and nothing is left of them. */
class SlicesIT {

	private static final Duration SLICE = Duration.ofMillis(50);

	@Test
	void whenExecutorsTakeTurnsThenNoCallFailsAndNothingIsLeft() throws Exception {
		try (PlainServer server = PlainServer.startMeasured("executor.type=fixed", "executor.threads=2");
				ConstantLoad load = ConstantLoad.startWaitingForReady(server, 300)) {
			Settings former = server.tuning().settings();
			Map<String, Long> threads = threads();
			List<Meter.Id> meters = meters(server);
			SliceRuns runs = new SliceRuns(server.tuning(), null);
			SlicePlan plan = new SlicePlan(candidates("direct", "fork-join", "virtual"), SLICE, Duration.ofSeconds(4),
					1);
			assertThat(runs.start(plan, List.of(), "somebody")).isNotNull();
			SliceState state = await().atMost(Duration.ofMinutes(1)).until(() -> runs.state(0), (each) -> ended(each));
			load.settle(20);
			assertThat(state.ended()).isEqualTo("their time is over");
			assertThat(state.slices()).extracting(SliceState.Slice::candidate).contains(0, 1);
			assertThat(server.tuning().settings()).isEqualTo(former);
			assertThat(server.effective(Knobs.EXECUTOR_TYPE)).isEqualTo("fixed");
			assertThat(server.generation()).isOne();
			await().untilAsserted(() -> assertThat(threads()).isEqualTo(threads));
			assertThat(meters(server)).containsExactlyInAnyOrderElementsOf(meters);
			load.stop();
			assertThat(load.failures()).isEmpty();
		}
	}

	@Test
	void whenTheServerShutsDownThenTheSlicesEnd() throws Exception {
		SliceRuns runs;
		try (PlainServer server = PlainServer.start("executor.type=fixed")) {
			runs = new SliceRuns(server.tuning(), null);
			runs.start(new SlicePlan(candidates("direct", "fork-join"), Duration.ofSeconds(10), Duration.ofHours(1), 1),
					List.of(), null);
		}
		SliceState state = await().until(() -> runs.state(0), (each) -> ended(each));
		assertThat(state.ended()).isEqualTo("the server shuts down");
	}

	private static boolean ended(@Nullable SliceState state) {
		return state != null && state.ended() != null;
	}

	private static List<Map<String, @Nullable String>> candidates(String... types) {
		List<Map<String, @Nullable String>> candidates = new ArrayList<>();
		Stream.of(types).filter(PlainServer::isAvailable).forEach((type) -> {
			Map<String, @Nullable String> values = new TreeMap<>();
			values.put("executor.type", type);
			candidates.add(values);
		});
		return candidates;
	}

	/** Number of threads of the server by name, without numbers. */
	private static Map<String, Long> threads() {
		Map<String, Long> threads = new TreeMap<>();
		Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("grpc-server"))
			.forEach((name) -> threads.merge(name.replaceAll("\\d+", ""), 1L, Long::sum));
		return threads;
	}

	private static List<Meter.Id> meters(PlainServer server) {
		return server.registry()
			.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> !id.getName().equals("grpc.tuning.changes"))
			.toList();
	}

}
