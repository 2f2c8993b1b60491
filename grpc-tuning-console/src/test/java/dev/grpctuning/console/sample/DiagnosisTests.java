package dev.grpctuning.console.sample;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.observe.Cause;

import static org.assertj.core.api.Assertions.assertThat;

/** What the last minute is said to have been limited by. */
class DiagnosisTests {

	private static final List<Point.Executor> EXECUTORS = List.of(executor(200), executor(50));

	private @Nullable Map<String, Double> calls = Map.of("OK", 1000.0);

	private @Nullable Double cpu = 30.0;

	/** Causes come before what they cause. */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					0   | 0.4 | 30 | 35 | 0.05 | 0.02 | 2   | Nothing limits the service: its CPU was 30 % busy in the last minute.
					0   | 0.4 | 30 | 35 | 0.05 | 12.5 | 500 | Nothing limits the service: its CPU was 30 % busy in the last minute.
					100 | 40  | 99 | 99 | 3.1  | 50   | 60  | A limit of the server refuses calls: 10.0 % in the last minute, 100 per second.
					0   | 40  | 99 | 99 | 3.1  | 50   | 60  | Garbage collection stops the server: for 40 % of the last minute.
					0   | 0.4 | 98 | 99 | 3.1  | 50   | 60  | The server's processors are busy: 98 % in the last minute.
					0   | 0.4 | 30 | 97 | 3.1  | 50   | 60  | Other processes use the machine's processors: 97 % were busy in the last minute, 30 % with this one.
					0   | 0.4 | 30 | 35 | 3.1  | 50   | 60  | The event loops run their tasks late: 3.1 ms in the last minute.
					0   | 0.4 | 30 | 35 | 0.05 | 12.5 | 20  | Calls wait for a thread of their executor: 12.5 ms in the last minute.
					""")
	void theFirstCauseThatAppliesIsNamed(double refused, double gc, double cpu, double machine, double lag, double wait,
			double p50, String text) {
		assertThat(diagnosis(refused, gc, cpu, machine, lag, wait, p50).text()).isEqualTo(text);
	}

	@Test
	void whenCallsFailOrAreMissingThenThatIsSaid() {
		this.calls = Map.of("OK", 950.0, "UNAVAILABLE", 30.0, "INTERNAL", 20.0);
		assertThat(diagnosis()).isEqualTo("Nothing limits the service: 5.0 % of the calls failed in the last minute, "
				+ "most of them with UNAVAILABLE.");
		this.calls = Map.of("OK", 500.0, "NOT_FOUND", 500.0);
		assertThat(diagnosis()).contains("CPU was 30 %");
		this.calls = Map.of("OK", 0.0);
		assertThat(diagnosis()).isEqualTo("Nothing limits the service: no calls in the last minute.");
	}

	@Test
	void whenFiguresAreMissingThenTheOthersDecide() {
		this.calls = null;
		this.cpu = null;
		assertThat(diagnosis()).isEqualTo("Nothing limits the service.");
		assertThat(diagnosis(750, 0, null, null, 0, 0, 2).text())
			.isEqualTo("A limit of the server refuses calls: 75.0 % in the last minute, 750 per second.");
	}

	@Test
	void whenAdviceHasTheCauseThenItsKnobIsNamed() {
		List<Advice> advice = List.of(new Advice("transport", "nio", "it is slow", "epoll", null),
				new Advice("executor.type", "direct", "it blocks", "virtual", Cause.EVENT_LOOP_BLOCKED));
		assertThat(Diagnosis.of(minute(0, 0, 30.0, 35.0, 3.1, 0, 2), () -> advice))
			.isEqualTo(new Diagnosis(Cause.EVENT_LOOP_BLOCKED, "The event loops run their tasks late: 3.1 ms in the "
					+ "last minute. See the advice on executor.type."));
	}

	private static Point.Executor executor(double calls) {
		return new Point.Executor("cached", false, 0, 0, calls, null, null);
	}

	private String diagnosis() {
		return diagnosis(0, 0.4, this.cpu, this.cpu, 0.05, 0.02, 2).text();
	}

	private Diagnosis diagnosis(double refused, double gc, @Nullable Double cpu, @Nullable Double machine, double lag,
			double wait, double p50) {
		return Diagnosis.of(minute(refused, gc, cpu, machine, lag, wait, p50), List::of);
	}

	private List<Point> minute(double refused, double gc, @Nullable Double cpu, @Nullable Double machine, double lag,
			double wait, double p50) {
		Map<String, Double> ended = (this.calls != null && refused > 0)
				? Map.of("OK", 1000 - refused, "RESOURCE_EXHAUSTED", refused) : this.calls;
		return Collections.nCopies(60,
				new Point(0, new Point.Calls(ended, null, refused, 0, 0), new Point.Latency(p50, null, null),
						new Point.Work(0, 0, new Point.Waiting(wait, null), EXECUTORS), new Point.Lag(lag, null), 1,
						new Point.Jvm(40, 100, 4096.0, gc, cpu, machine)));
	}

}
