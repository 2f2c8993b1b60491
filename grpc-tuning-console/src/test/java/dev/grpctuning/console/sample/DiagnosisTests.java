package dev.grpctuning.console.sample;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the last minute is said to have been limited by. */
class DiagnosisTests {

	private @Nullable Map<String, Double> calls = Map.of("OK", 1000.0);

	private double refused;

	private double gc = 0.4;

	private @Nullable Double cpu = 30.0;

	private @Nullable Double machine = 35.0;

	private double lag = 0.05;

	private double wait = 0.02;

	private double p50 = 2;

	private List<Point.Executor> executors = List.of();

	@Test
	void whenNothingIsNearItsLimitThenThatIsSaid() {
		assertDiagnosis("Nothing limits the service: its CPU was 30 % busy in the last minute.");
	}

	@Test
	void whenProcessorsAreBusyThenTheyAreTheLimitAndNotTheQueueBeforeThem() {
		this.cpu = 98.1;
		this.wait = 50;
		this.p50 = 60;
		assertDiagnosis("The server's CPU is the limit: 98 % busy for the last minute.");
	}

	@Test
	void whenOthersTakeTheProcessorsThenTheMachineIsTheLimit() {
		this.machine = 97.0;
		assertDiagnosis("The machine's CPU is the limit: 97 % busy for the last minute, 30 % by this service.");
	}

	@Test
	void whenCallsWaitForThreadsThenTheExecutorIsTheLimit() {
		this.wait = 12.5;
		this.p50 = 20;
		assertDiagnosis("Calls waited 12.5 ms for a thread of their executor in the last minute.");
	}

	@Test
	void whenTheWaitIsASmallPartOfACallThenItIsNotTheLimit() {
		this.wait = 12.5;
		this.p50 = 500;
		assertThat(diagnosis().text()).startsWith("Nothing limits");
	}

	@Test
	void whenEventLoopsAreLateThenAHandlerIsSuspected() {
		this.lag = 3.1;
		this.wait = 5;
		assertDiagnosis("The event loops ran their tasks 3.1 ms late in the last minute. A handler that blocks them "
				+ "is the usual cause.");
	}

	@Test
	void whenGarbageCollectionStopsTheServiceThenItIsTheLimitAndNotTheProcessorsThatItUses() {
		this.gc = 40;
		this.cpu = 99.0;
		assertDiagnosis("Garbage collection is the limit: it stopped the service for 40 % of the last minute.");
	}

	@Test
	void whenALimitRefusesCallsThenItIsTheLimit() {
		this.calls = Map.of("OK", 900.0, "RESOURCE_EXHAUSTED", 100.0);
		this.refused = 100;
		this.cpu = 99.0;
		assertDiagnosis("A limit refused 10.0 % of the calls in the last minute, 100 per second.");
	}

	@Test
	void whenCallsAreNotMeasuredThenThoseOfTheExecutorsShowTheShareOfTheRefused() {
		this.calls = null;
		this.refused = 750;
		this.executors = List.of(executor(200), executor(50));
		assertDiagnosis("A limit refused 75.0 % of the calls in the last minute, 750 per second.");
	}

	@Test
	void whenCallsFailThenTheMostFrequentStatusIsNamed() {
		this.calls = Map.of("OK", 950.0, "UNAVAILABLE", 30.0, "INTERNAL", 20.0);
		assertDiagnosis("5.0 % of the calls failed in the last minute, most of them with UNAVAILABLE.");
	}

	@Test
	void whenClientsAskForWhatIsNotThereThenTheServiceDoesNotFail() {
		this.calls = Map.of("OK", 500.0, "NOT_FOUND", 500.0);
		assertThat(diagnosis().text()).startsWith("Nothing limits");
	}

	@Test
	void whenThereAreNoCallsThenThatIsSaid() {
		this.calls = Map.of("OK", 0.0);
		assertThat(diagnosis()).isEqualTo(new Diagnosis("No calls in the last minute."));
	}

	@Test
	void whenCallsAreNotMeasuredThenNothingIsSaidOfThem() {
		this.calls = null;
		assertDiagnosis("Nothing limits the service: its CPU was 30 % busy in the last minute.");
	}

	@Test
	void whenTheSystemDoesNotTellItsLoadThenTheOtherFiguresDecide() {
		this.cpu = null;
		this.machine = null;
		assertThat(diagnosis()).isEqualTo(new Diagnosis("Nothing limits the service."));
	}

	private void assertDiagnosis(String text) {
		assertThat(diagnosis()).isEqualTo(new Diagnosis(text));
	}

	private static Point.Executor executor(double calls) {
		return new Point.Executor("cached", false, 0, 0, calls, null, null);
	}

	private Diagnosis diagnosis() {
		return Diagnosis
			.of(Collections.nCopies(60, new Point(0, this.calls, this.p50, null, null, 0, 0, this.wait, null, this.lag,
					null, 0, 0, 1, this.refused, 40, 100, 4096.0, this.gc, this.cpu, this.machine, this.executors)));
	}

}
