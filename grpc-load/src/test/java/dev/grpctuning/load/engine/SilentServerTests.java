package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.engine.channel.OpenCall.Stream;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadRun}: how long a server gave no sign of life. */
class SilentServerTests extends AbstractLoadRunTests {

	private static final Duration HUNDRED_MILLIS = Duration.ofMillis(100);

	@Test
	void whenTheServerEndsTheLastCallThenItIsNotSilent() throws Exception {
		use(2, (call) -> {
			if (call.number() % 4 == 0) {
				call.failLater(Status.INTERNAL);
			}
			else {
				call.failLater(Status.UNAVAILABLE);
			}
		});
		assertThat(measure(bursts(3, 8)).silentSeconds()).isNull();
	}

	@ParameterizedTest
	@EnumSource(value = Status.Code.class, names = { "UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED" })
	void whenTheServerLosesTheLastCallsThenItIsSilentSinceTheLastAnswer(Status.Code code) throws Exception {
		use(2, (call) -> {
			if (call.number() <= 2) {
				call.answerLater();
			}
			else {
				call.failLater(code.toStatus());
			}
		});
		MeasuredLoad load = measure(bursts(101, 2, Duration.ofMillis(20)));
		assertThat(load.silentSeconds()).isPositive().isLessThanOrEqualTo(load.result().rate().elapsedSeconds());
	}

	@Test
	void whenCallsAreUnfinishedThenTheServerIsSilentAsLongAsOthersWereSent() throws Exception {
		use(1, FakeChannels.answering((number) -> number != 1));
		assertThat(measure(plan(bursts(3, 2), MANY, Duration.ofMillis(50), LONG)).silentSeconds()).isZero();
		use(1, FakeChannels.answering((number) -> number == 1));
		MeasuredLoad load = measure(plan(bursts(101, 2, Duration.ofMillis(20)), MANY, Duration.ofMillis(50), LONG));
		assertThat(load.silentSeconds()).isPositive().isLessThanOrEqualTo(load.result().rate().elapsedSeconds());
	}

	@Test
	void whenTheClientCancelsThenThatIsNeitherAnAnswerNorALoss() throws Exception {
		use(1, (call) -> {
			if (call.number() == 1) {
				call.answerLater();
			}
			else {
				call.cancelLater();
			}
		});
		assertThat(measure(bursts(3, 2)).silentSeconds()).isNull();
		use(1, (call) -> {
			if (call.number() == 1) {
				call.failLater(Status.UNAVAILABLE);
			}
			else {
				call.cancelLater();
			}
		});
		assertThat(measure(bursts(3, 2)).silentSeconds()).isNotNull();
	}

	@Test
	void whenTheClientCancelsToTheEndThenTheServerIsNotSilent() throws Exception {
		use(1, (call) -> {
			if (call.number() == 1) {
				call.answerLater();
			}
			else if (call.number() % 2 == 0) {
				call.failLater(Status.UNAVAILABLE);
			}
			else {
				call.cancelLater();
			}
		});
		assertThat(measure(bursts(11, 10, Duration.ofMillis(10))).silentSeconds()).isZero();
	}

	@Test
	void whenCallsTakeLongThenTheServerIsNotSilentAsLongAsTwoOfThemCouldTake() throws Exception {
		use(1, FakeChannels.holding());
		LoadRun load = load(
				plan(new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, LONG), MANY, Duration.ZERO, LONG));
		FutureTask<MeasuredLoad> run = start(load);
		await().until(() -> this.channels.held().size() == 1);
		this.channels.all().getFirst().executor().schedule(() -> {
			this.channels.held().getFirst().answer();
			// The second call is open for longer than the first, and not for twice as
			// long.
			this.channels.all().getFirst().executor().schedule((Runnable) load::finish, 1500, TimeUnit.MILLISECONDS);
		}, 1, TimeUnit.SECONDS).get();
		MeasuredLoad measured = run.get();
		assertThat(measured.result().counts()).isEqualTo(new Counts(2, 1, Map.of(), 0, 1));
		assertThat(measured.silentSeconds()).isZero();
	}

	@Test
	void whenStreamsAreOpenToTheEndThenTheServerIsNotSilentIfTheyHaveMessages() throws Exception {
		use(1, (call) -> {
			if (call.number() == 1) {
				call.answerLater();
				return;
			}
			Stream stream = call.call().stream(true);
			call.channel().executor().scheduleAtFixedRate(stream::received, 1, 1, TimeUnit.MILLISECONDS);
		});
		MeasuredLoad load = measure(plan(closed(1), MANY, HUNDRED_MILLIS, LONG));
		assertThat(load.result().counts()).isEqualTo(new Counts(2, 1, Map.of(), 0, 1));
		assertThat(load.silentSeconds()).isZero();
	}

	private static LoadModel closed(Concurrency concurrency) {
		return new LoadModel.Closed(concurrency, Warmup.NONE, HUNDRED_MILLIS);
	}

	private static LoadModel closed(int outstanding) {
		return new LoadModel.Closed(new Concurrency.Constant(outstanding), Warmup.NONE, Duration.ofMillis(500));
	}

}
