package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RunFailure}.
 */
class RunFailureTests {

	private static final Counts MANY_LOST = new Counts(5000, 1000, Map.of("UNAVAILABLE", 3000L), 0, 1000);

	@Test
	void whenCallsFailButTheServerAnsweredToTheEndThenThatIsAResult() {
		assertThat(RunFailure.of("a:1", Samples.closed(), load(MANY_LOST, null))).isNull();
	}

	@Test
	void whenNoCallWasAnsweredThenItSaysWhatBecameOfThem() {
		Counts counts = new Counts(5000, 0, Map.of("INTERNAL", 3500L), 0, 1500);
		assertThat(RunFailure.of("a:1", Samples.closed(), load(counts, null)))
			.isEqualTo("no call was answered; 5,000 calls sent: 0 answered, 3,500 INTERNAL, 1,500 unfinished");
	}

	@Test
	void whenTheClientCancelledAsThePlanHasItThenThatIsAResult() {
		assertThat(RunFailure.of("a:1", Samples.closed(), load(new Counts(10, 0, Map.of(), 10, 0), null))).isNull();
	}

	@Test
	void whenTheTimeoutCutItThenItSaysHowLongThatWas() {
		assertThat(RunFailure.of("a:1", Samples.closed(), load(new Counts(12, 8, Map.of(), 3, 1), StopReason.TIMEOUT)))
			.isEqualTo("load.timeout (120.0 s) was over before the plan was; "
					+ "12 calls sent: 8 answered, 3 cancelled, 1 unfinished");
	}

	@ParameterizedTest
	@EnumSource(names = { "TIMEOUT", "UNIMPLEMENTED", "REPLAY_CHANGED" }, mode = EnumSource.Mode.EXCLUDE)
	void whenItWasEndedOtherwiseThenThatIsSaidElsewhere(StopReason reason) {
		assertThat(RunFailure.of("a:1", Samples.closed(), load(new Counts(3, 0, Map.of(), 0, 3), reason))).isNull();
	}

	@Test
	void whenTheServerDoesNotHaveTheMethodThenItNamesBothAndWhatToDo() {
		Counts counts = new Counts(12, 0, Map.of("UNIMPLEMENTED", 10L), 0, 2);
		LoadResult load = Samples.load(counts, Map.of("UNIMPLEMENTED", "Method not found: x/Y"), null,
				StopReason.UNIMPLEMENTED);
		assertThat(RunFailure.of("a:1", Samples.closed(), load))
			.isEqualTo("a:1 does not have hello.v1.HelloService/SayHello: it has answered nothing but UNIMPLEMENTED "
					+ "(Method not found: x/Y); check load.call and load.target; "
					+ "12 calls sent: 0 answered, 10 UNIMPLEMENTED, 2 unfinished");
	}

	@Test
	void whenTheServerDoesNotHaveTheMethodInTheWarmUpThenNoCallCounts() {
		LoadResult load = load(new Counts(0, 0, Map.of(), 0, 0), StopReason.UNIMPLEMENTED);
		assertThat(RunFailure.of(null, Samples.closed(), load))
			.isEqualTo("the server does not have hello.v1.HelloService/SayHello: it has answered nothing but "
					+ "UNIMPLEMENTED; check load.call and load.target; no call counts, the warm-up was not over");
	}

	@Test
	void whenTheFileOfAReplayWasChangedThenItSaysWhatToDo() {
		assertThat(RunFailure.of("a:1", Samples.closed(),
				load(new Counts(3, 3, Map.of(), 0, 0), StopReason.REPLAY_CHANGED)))
			.isEqualTo("load.replay.file was changed, or could not be read any more, while the run read it; "
					+ "leave it alone until the run is over; 3 calls sent: 3 answered, 0 unfinished");
	}

	@Test
	void whenItWasEndedOtherwiseThenItsCallsCanBeJudgedAllTheSame() {
		LoadResult load = load(new Counts(3, 0, Map.of(), 0, 3), StopReason.INTERRUPTED);
		assertThat(RunFailure.unanswered(Samples.closed(), load))
			.isEqualTo("no call was answered; 3 calls sent: 0 answered, 3 unfinished");
		LoadResult lost = load(MANY_LOST, StopReason.INTERRUPTED);
		assertThat(RunFailure.unanswered(Samples.closed(), lost)).isNull();
		assertThat(RunFailure.unanswered(Samples.closed(), Samples.silent(lost, 0.9))).isNull();
		assertThat(RunFailure.unanswered(Samples.closed(), Samples.silent(lost, 1.1)))
			.startsWith("the server has stopped answering, 1.1 s before ");
	}

	@Test
	void whenTheServerStoppedAnsweringThenItSaysSinceWhen() {
		assertThat(RunFailure.of("a:1", Samples.closed(), Samples.silent(load(MANY_LOST, null), 1.26)))
			.isEqualTo("the server has stopped answering, 1.3 s before the last call was due; "
					+ "5,000 calls sent: 1,000 answered, 3,000 UNAVAILABLE, 1,000 unfinished");
	}

	@Test
	void whenCallsEndAtTheirDeadlineThenItSaysNoMoreThanThat() {
		Counts counts = new Counts(50, 10, Map.of("DEADLINE_EXCEEDED", 40L), 0, 0);
		assertThat(RunFailure.of("a:1", Samples.closed(), Samples.silent(load(counts, null), 1.26)))
			.isEqualTo("no call was answered within its deadline in the last 1.3 s in which calls were due; "
					+ "50 calls sent: 10 answered, 40 DEADLINE_EXCEEDED, 0 unfinished");
	}

	@ParameterizedTest
	@CsvSource({ "2, 0.9, 1.1", "60, 5.9, 6.1", "600, 9.9, 10.1" })
	void whenItIsSilentForATenthOfTheTimeThenItHasStoppedAnswering(int seconds, double within, double beyond) {
		LoadPlan plan = Samples
			.plan(new LoadModel.Closed(new Concurrency.Constant(7), Warmup.NONE, Duration.ofSeconds(seconds)));
		assertThat(failure(plan, within)).isNull();
		assertThat(failure(plan, beyond)).isNotNull();
	}

	@Test
	void whenThePlanKeepsNoCallOpenInTheEndThenThatTimeIsTheSame() {
		LoadPlan plan = Samples.plan(new LoadModel.Closed(new Concurrency.Ramp(10, 0, Duration.ofSeconds(10)),
				Warmup.NONE, Duration.ofSeconds(20)));
		assertThat(failure(plan, 1.9)).isNull();
		assertThat(failure(plan, 2.1)).isNotNull();
	}

	@Test
	void whenThePlanHasNoEndThenItIsDrivenWhateverBecomesOfTheServer() {
		assertThat(failure(Samples.endless(), 1000)).isNull();
	}

	@Test
	void whenTheServerHasGoneThenItSaysWhyItCannotBeReached() {
		assertThat(RunFailure.gone(new Counts(2, 1, Map.of("UNAVAILABLE", 1L), 0, 0), "no gRPC server at a:1: refused"))
			.isEqualTo("the server has gone, no gRPC server at a:1: refused; "
					+ "2 calls sent: 1 answered, 1 UNAVAILABLE, 0 unfinished");
	}

	@Test
	void whenTheServerOfAnExperimentIsLostThenItsRunHasTheFailure() {
		LoadResult silent = Samples.silent(load(MANY_LOST, null), 100);
		assertThat(RunDocument.of("run", "a:1", Samples.closed(), silent).failure()).isNotNull();
		assertThat(RunDocument.of("variant", Samples.closed(), Samples.run(silent)).failure()).isNotNull();
	}

	private static @Nullable String failure(LoadPlan plan, double silentSeconds) {
		return RunFailure.of("a:1", plan, Samples.silent(load(MANY_LOST, null), silentSeconds));
	}

	private static LoadResult load(Counts counts, @Nullable StopReason stoppedBy) {
		return Samples.load(counts, Map.of(), null, stoppedBy);
	}

}
