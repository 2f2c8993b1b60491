package dev.grpctuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.call.executor.CallExecutors;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.change.Turns;
import dev.grpctuning.change.WantedChange;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What is in force while candidates take turns, and afterwards. */
class TurnsIT {

	private final PlainServer server = PlainServer.start("executor.type=fixed", "executor.threads=2");

	@AfterEach
	void close() {
		this.server.close();
	}

	@Test
	void whenTheTurnsEndThenTheFormerSettingsAreBackAndTheHistoryHasBothEnds() throws Exception {
		Settings former = this.server.tuning().settings();
		Turns turns = begin("", "executor.type=direct", "limit.concurrent-calls=7");
		for (int i = 0; i < 20; i++) {
			assertThat(turns.use(1)).isTrue();
			assertInForce("direct", null);
			assertThat(turns.use(2)).isTrue();
			assertInForce("fixed", 7);
			assertThat(turns.use(0)).isTrue();
			assertInForce("fixed", null);
		}
		turns.use(1);
		turns.end("enough");
		assertInForce("fixed", null);
		assertThat(this.server.tuning().settings()).isEqualTo(former);
		assertThat(turns.use(1)).isFalse();
		assertInForce("fixed", null);
		assertThat(this.server.tuning().history().changes()).extracting(TuningChange::outcome)
			.containsExactly(Outcome.SLICES_ENDED, Outcome.SLICES_STARTED);
		assertThat(this.server.tuning().history().changes()).extracting(TuningChange::detail)
			.containsExactly("enough", "a test");
		assertThat(this.server.tuning().history().changes()).extracting(TuningChange::by).containsOnly("somebody");
	}

	@Test
	void whenAnExecutorHasItsTurnAgainThenItStillHasItsThreads() throws Exception {
		Turns turns = begin("executor.type=fixed executor.threads=3", "executor.type=direct");
		turns.use(0);
		CallExecutors calls = Objects.requireNonNull(this.server.serving().executors());
		turns.use(1);
		turns.use(0);
		turns.use(1);
		assertThat(calls.retiring()).isZero();
		turns.end("enough");
		assertInForce("fixed", null);
	}

	@Test
	void whenARouteHasItsTurnsThenItsThreadsStayUntilTheEnd() throws Exception {
		Turns turns = begin("", "executor.routes[0].method=hello.v1.*/* executor.routes[0].type=fixed");
		CallExecutors calls = Objects.requireNonNull(this.server.serving().executors());
		for (int i = 0; i < 5; i++) {
			turns.use(1);
			assertThat(this.server.executor("hello.v1.*/*").type()).isEqualTo("fixed");
			turns.use(0);
			assertThat(calls.states()).singleElement().satisfies((each) -> assertThat(each.name()).isEqualTo("main"));
			assertThat(calls.retiring()).isZero();
		}
		turns.end("enough");
		assertInForce("fixed", null);
	}

	@Test
	void whenTheTuningIsChangedThenTheTurnsEndAndTheChangeIsOnTopOfTheFormerSettings() throws Exception {
		Turns turns = begin("executor.type=direct", "limit.concurrent-calls=7");
		turns.use(1);
		TuningChange change = this.server.change("executor.threads=3");
		assertThat(change.changes()).singleElement().satisfies((each) -> assertThat(each.from()).isEqualTo("2"));
		assertThat(turns.ended()).isEqualTo("a change");
		assertThat(turns.use(1)).isFalse();
		assertInForce("fixed", null);
		assertThat(this.server.effective(Knobs.EXECUTOR_THREADS)).isEqualTo(3);
	}

	@Test
	void whenAChangeIsInvalidOrOnlyPlannedThenTheTurnsGoOn() throws Exception {
		Turns turns = begin("executor.type=direct", "limit.concurrent-calls=7");
		assertThatExceptionOfType(InvalidTuningException.class)
			.isThrownBy(() -> this.server.tryChange("executor.threads=-1"));
		this.server.tuning().tryOut(WantedChange.of(TextSettings.values("executor.threads=3")));
		assertThat(turns.use(0)).isTrue();
		assertInForce("direct", null);
		turns.end("enough");
	}

	@Test
	void whenAChangeNeedsANewServerThenItIsBuiltWithTheFormerSettings() throws Exception {
		Turns turns = begin("executor.type=direct", "limit.concurrent-calls=7");
		turns.use(1);
		assertThat(this.server.change("worker-threads=1").generation()).isEqualTo(2);
		assertThat(turns.ended()).isNotNull();
		assertInForce("fixed", null);
	}

	@Test
	void whenCandidatesAreInvalidThenAllProblemsAreNamedAndNothingBegins() {
		assertThatExceptionOfType(InvalidTuningException.class)
			.isThrownBy(() -> begin("executor.threads=-1", "worker-threads=1", "max-connections=5",
					"services.withdrawn=no.Service"))
			.satisfies((ex) -> assertThat(ex.problems()).extracting(TuningProblem::knob)
				.containsExactly("candidates[0].executor.threads", "candidates[1].worker-threads",
						"candidates[2].max-connections", "candidates[3].services.withdrawn"))
			.satisfies((ex) -> assertThat(ex.problems().get(1).reason()).startsWith("needs a new generation"))
			.satisfies((ex) -> assertThat(ex.problems().get(2).reason()).startsWith("needs a new connection"));
		assertThat(this.server.tuning().history().changes()).isEmpty();
	}

	@Test
	void whenTheServerShutsDownThenNoCandidateComesInForce() throws Exception {
		Turns turns = begin("executor.type=direct", "limit.concurrent-calls=7");
		assertThat(turns.ended()).isNull();
		this.server.cancel();
		assertThat(turns.use(0)).isFalse();
		assertThat(turns.ended()).isEqualTo("the server shuts down");
	}

	private Turns begin(String... candidates) throws Exception {
		List<Map<String, @Nullable String>> values = new ArrayList<>();
		for (String candidate : candidates) {
			values.add(candidate.isEmpty() ? new TreeMap<>() : TextSettings.values(candidate.split(" ")));
		}
		return this.server.tuning().takeTurns(values, List.of(), "a test", "somebody");
	}

	private void assertInForce(String type, @Nullable Integer limit) {
		assertThat(this.server.effective(Knobs.EXECUTOR_TYPE)).isEqualTo(type);
		assertThat(this.server.executor("main").type()).isEqualTo(type);
		assertThat(this.server.effective(Knobs.LIMIT_CONCURRENT_CALLS)).isEqualTo(limit);
	}

}
