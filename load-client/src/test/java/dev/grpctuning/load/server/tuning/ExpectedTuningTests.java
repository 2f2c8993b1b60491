package dev.grpctuning.load.server.tuning;

import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Tests for {@link ExpectedTuning}. */
class ExpectedTuningTests {

	@Test
	void whenPropertiesAreGivenThenOnlyThoseOfKnobsAreExpected() {
		assertThat(ExpectedTuning
			.values(Map.of("grpc.tuning.executor.type", "virtual", "hello.work.delay", "1ms", "grpc.server.port", "0")))
			.containsExactly(Map.entry("executor.type", "virtual"));
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none", textBlock = """
			executor.type, virtual, virtual, virtual, none
			executorType, FORK_JOIN, FORK_JOIN, fork-join, none
			flow-control-window, 1MB, 1MB, 1048576, bytes
			keep-alive.time, 20s, 20s, 20000, ms
			transport, auto, auto, epoll, none
			executor.threads, 50, 50, none, threads
			worker-threads, '', '', 4, threads
			executor.thread-name-prefix, ${HOSTNAME}, box, box, none
			""")
	void whenAKnobIsWhatItIsToBeThenThereIsNoDeviation(String name, String expected, String configured,
			@Nullable String effective, @Nullable String unit) {
		assertThat(deviation(name, expected, knob(name, configured, effective, unit))).isNull();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none", delimiter = '|',
			textBlock = """
					executor.type | virtual | direct | direct | none | executor.type: expected virtual, found "direct"
					executor.type | virtual | none | direct | none | executor.type: expected virtual, found ""
					executor.type | virtual | virtual | direct | none | executor.type: expected virtual, found direct
					keep-alive.time | 5s | 5s | 10000 | ms | keep-alive.time: expected 5s, found 10000 ms
					max-concurrent-calls-per-connection | 100 | 100 | none | calls | max-concurrent-calls-per-connection: expected 100, found none
					transport | auto | nio | nio | none | transport: expected auto, found "nio"
					""")
	void whenAKnobIsSomethingElseThenKnobExpectedAndFoundAreSaid(String name, String expected,
			@Nullable String configured, @Nullable String effective, @Nullable String unit, String deviation) {
		assertThat(deviation(name, expected, knob(name, configured, effective, unit))).isEqualTo(deviation);
	}

	@Test
	void whenWhatIsSetIsNoKnobOfTheServerThenThereIsNothingToCompareItWith() {
		assertThat(deviation("enabled", "true", knob("executor.type", "direct", "direct", null))).isNull();
	}

	@Test
	void whenTheServerMovesALimitItselfThenOnlyWhatIsConfiguredCounts() {
		Knob limit = knob("limit.concurrent-calls", "1000", "37", "calls");
		Knob adaptive = knob("limit.algorithm", "throughput", "throughput", null);
		Knob fixed = knob("limit.algorithm", "fixed", "fixed", null);
		assertThat(deviation("limit.concurrent-calls", "1000", limit, adaptive)).isNull();
		assertThat(deviation("limit.concurrent-calls", "500", limit, adaptive)).contains("found \"1000\"");
		assertThat(deviation("limit.concurrent-calls", "1000", limit, fixed)).contains("found 37 calls");
	}

	@Test
	void whenRoutesAreSetThenEachPartIsLookedForInWhatIsConfigured() {
		String text = "a.B/* type=fixed threads=2, c.D/* type=virtual";
		Knob routes = knob("executor.routes", text, text, null);
		assertThat(deviation("executor.routes[1].method", "c.D/*", routes)).isNull();
		assertThat(deviation("executor.routes[0].threads", "2", routes)).isNull();
		assertThat(deviation("executor.routes[0].type", "cached", routes))
			.isEqualTo("executor.routes[0].type: expected cached, found " + text);
		assertThat(deviation("executor.routes[1].type", "fixed", routes)).endsWith(text);
		assertThat(deviation("executor.routes[2].type", "fixed", routes)).endsWith(text);
		assertThat(deviation("limit.methods[0].priority", "low",
				knob("limit.methods", "a.B/* concurrent-calls=5", "a.B/* concurrent-calls=5", null)))
			.isEqualTo("limit.methods[0].priority: expected low, found a.B/* concurrent-calls=5");
	}

	@Test
	void whenAKnobChangesDuringARunThenItIsNamed() {
		ServerTuning before = tuning(knob("executor.type", "virtual", "virtual", null),
				knob("flow-control-window", null, null, "bytes"));
		assertThat(change(before, before)).isNull();
		assertThat(change(before,
				tuning(knob("executor.type", "direct", "direct", null), knob("flow-control-window", null, null, null))))
			.isEqualTo("executor.type: expected virtual, found direct after the run");
		assertThat(change(before,
				tuning(knob("executor.type", "virtual", "virtual", null),
						knob("flow-control-window", "1MB", "1048576", "bytes"))))
			.isEqualTo("flow-control-window: expected none, found 1048576 bytes after the run");
	}

	@Test
	void whenTheServerMovesAKnobItselfThenThatIsNoChange() {
		assertThat(change(scaled("2"), scaled("4"))).isNull();
	}

	private static ServerTuning scaled(String threads) {
		return tuning(knob("worker-threads", null, threads, "threads"),
				knob("worker-threads-min", "1", "1", "threads"));
	}

	private static @Nullable String deviation(String name, String expected, Knob... knobs) {
		return refusal(() -> ExpectedTuning.check(tuning(knobs), Map.of("grpc.tuning." + name, expected)));
	}

	private static @Nullable String change(ServerTuning before, ServerTuning after) {
		return refusal(() -> ExpectedTuning.checkUnchanged(before, after));
	}

	private static @Nullable String refusal(ThrowingCallable check) {
		Throwable refusal = catchThrowable(check);
		return (refusal != null) ? refusal.getMessage() : null;
	}

	private static ServerTuning tuning(Knob... knobs) {
		return new ServerTuning(List.of(knobs), 0, null);
	}

	private static Knob knob(String name, @Nullable String configured, @Nullable String effective,
			@Nullable String unit) {
		return new Knob(name, configured, effective, null, null, unit, null);
	}

}
