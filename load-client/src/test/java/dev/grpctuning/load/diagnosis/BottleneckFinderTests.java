package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.server.metrics.ServerUse;

/** Tests for the text of {@link BottleneckFinder}. */
@Tag(Approved.TAG)
class BottleneckFinderTests {

	private static final LatencySplit SPLIT = LatencySplit.of(20_000, 18_000, 17_000.0, 14_200.0, 1.0);

	private static final RunFigures.Cpu CPU = new RunFigures.Cpu(0.23, 0.11, 2, true);

	@Test
	void whenSomethingHeldTheRunUpThenItsFiguresAreThere() {
		Approved.assertCase("diagnosis.txt", text(4_800, CPU, 0.31, SPLIT, use(null)),
				text(0, CPU, 0.31, SPLIT, use(null)),
				text(0, new RunFigures.Cpu(0.83, 0.11, 2, true), 0, SPLIT, use(null)),
				text(0, new RunFigures.Cpu(0.23, 0.71, 2, true), 0, SPLIT, use(null)),
				text(0, CPU, 0, SPLIT, use(4_800.0)), text(0, CPU, 0, SPLIT, use(null)),
				text(0, CPU, 0, LatencySplit.of(20_000, 18_000, 17_000.0, 2_800.0, 1.0), use(null)),
				text(0, CPU, 0, LatencySplit.of(100, 90, 60.0, 30.0, 1.0), use(null)));
	}

	@Test
	void whenTheClientSaysWhatHeldItBackThenThatIsRepeated() {
		Approved.assertCase("diagnosis.txt", BottleneckFinder
			.find(new RunFigures("load.max-open-calls=4000 was reached", 1, 0, null, null, null, null, null, null))
			.text());
	}

	@Test
	void whenFiguresOfTheServersTasksAreMissingThenTheTextIsWhole() {
		ServerUse lag = new ServerUse(1, 1, 0, 2, null, null, null, null, null,
				new ServerUse.Lag(27_000, null, 90_000.0), null, null);
		Approved.assertCase("diagnosis.txt", text(0, null, 0, SPLIT, lag), text(0, null, 0, SPLIT, null));
	}

	@Test
	void whenTheServerIsElsewhereThenTheClientsProcessorsAreNotItsOwn() {
		Approved.assertCase("diagnosis.txt", text(0, new RunFigures.Cpu(0.95, 0.5, 16, false), 0, null, null));
	}

	@Test
	void whenAClientElsewhereHasNoProcessorsLeftThenItsShareIsNamed() {
		Approved.assertCase("diagnosis.txt", text(0, new RunFigures.Cpu(0.2, 0.95, 16, false), 0, null, null));
	}

	@Test
	void whenTheMachineOrTheProtocolHeldTheRunUpThenThatIsThere() {
		Approved.assertCase("diagnosis.txt", text(new RunFigures.Machine(0.97, 0.42, 0.5, 0.62, 0, 0, 0.5, 4)),
				text(new RunFigures.Machine(0.97, 0.42, 0.96, 0.1, 0, 0, 0.5, 4)),
				text(new RunFigures.Machine(0.97, 0.42, null, null, 0, 0, 0.5, 4)),
				text(new RunFigures.Machine(0.3, 0, 0.5, 3.0, 0.62, 0, 0.5, 4)),
				text(new RunFigures.Machine(0.3, 0, 0.5, 3.0, 0, 0.4, 0.5, 4)),
				text(new RunFigures.Machine(0.3, 0, 0.5, 3.0, 0, 0, 0.97, 4)), waiting("1000"), waiting(null));
	}

	private static String text(RunFigures.Machine machine) {
		return BottleneckFinder
			.find(new RunFigures(null, 10_000, 0, CPU, new RunFigures.Gc(0, 12), SPLIT, use(null), machine, null))
			.text();
	}

	private static String waiting(@Nullable String limit) {
		return BottleneckFinder
			.find(new RunFigures(null, 10_000, 0, CPU, new RunFigures.Gc(0, 12),
					LatencySplit.of(20_000, 18_000, 2_000.0, 200.0, 1.0), use(null), null,
					new StreamWait(15_000, 0.93, limit)))
			.text();
	}

	@Test
	void whenNoneIsShownThenTheLargestPartIsNamed() {
		Approved.assertCase("diagnosis.txt", none(LatencySplit.of(100, 40, null, null, null)),
				none(LatencySplit.of(100, 90, 20.0, 5.0, 1.0)), none(LatencySplit.of(100, 65, 38.0, 3.0, 1.0)),
				none(LatencySplit.of(100, 90, 80.0, null, null)), none(null));
	}

	private static String none(@Nullable LatencySplit split) {
		return text(0, null, 0, split, null);
	}

	private static String text(long refused, RunFigures.@Nullable Cpu cpu, double gc, @Nullable LatencySplit split,
			@Nullable ServerUse use) {
		return BottleneckFinder
			.find(new RunFigures(null, 10_000, refused, cpu, new RunFigures.Gc(gc, 12), split, use, null, null))
			.text();
	}

	private static ServerUse use(@Nullable Double lagMicros) {
		return new ServerUse(1, 1, 0, 2, null, null, 12_000.0, null, 200.4,
				(lagMicros != null) ? new ServerUse.Lag(lagMicros, 9_900.0, null) : null, null, null);
	}

}
