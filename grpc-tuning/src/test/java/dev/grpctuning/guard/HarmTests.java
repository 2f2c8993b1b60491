package dev.grpctuning.guard;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.guard.SimulatedCalls.Change;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Harm} with simulated calls, ten seconds before a change and thirty
 * after.
 */
class HarmTests {

	private static final Objective P99 = new Objective(Duration.ofMillis(50), List.of(), Objective.ERRORS);

	private static final double RATE = 1000;

	/** Loads that move by themselves: waves, steps, short bursts, noise, a slow rise. */
	private static final List<DoubleUnaryOperator> LOADS = List.of((time) -> RATE,
			(time) -> RATE * (1 + 0.5 * Math.sin(time / 3)), (time) -> (time % 7 < 3.5) ? RATE : RATE / 2,
			(time) -> (time % 2.9 < 0.3) ? 2 * RATE : RATE / 2, (time) -> RATE * (1 + 0.02 * time),
			(time) -> RATE / 10 * (1 + time % 5), (time) -> (time < 15) ? RATE / 2 : RATE);

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void whenHarmlessChangesAreMadeUnderMovingLoadThenAtMostOneOfFiftyIsTakenBack(boolean objective) {
		List<String> worse = IntStream.range(0, 49)
			.mapToObj((seed) -> found(LOADS.get(seed % LOADS.size()), Change.NONE, seed,
					objective ? P99 : Objective.NONE))
			.filter((found) -> !found.startsWith("never"))
			.toList();
		assertThat(worse).hasSizeLessThanOrEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "NONE", "LAGS", "FILLS" })
	void whenAChangeHarmsTheCallsThenItIsFoundWithinASecond(Change change) {
		assertFound(change, 0.9);
	}

	@ParameterizedTest
	@EnumSource(names = { "LAGS", "FILLS" })
	void whenAChangeDelaysEventLoopsOrFillsTheHeapThenItIsFoundWithinFourSeconds(Change change) {
		assertFound(change, 4);
	}

	private static void assertFound(Change change, double seconds) {
		Stream.of(Objective.NONE, P99)
			.forEach((objective) -> assertThat(
					IntStream.range(0, 5).mapToObj((seed) -> found((time) -> 5 * RATE, change, seed, objective)))
				.as(objective.toString())
				.allMatch((found) -> Double.parseDouble(found.split(" ")[0].replace("never", "99")) <= seconds));
	}

	/** Seconds until a harm is found, and which. */
	private static String found(DoubleUnaryOperator load, Change change, int seed, Objective objective) {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		List<Reading> readings = new SimulatedCalls(1.6 * Math.max(RATE, load.applyAsDouble(0)), objective.p99(),
				random)
			.readings(load, change);
		List<Reading> before = readings.subList(0, SimulatedCalls.BEFORE);
		List<Reading> after = readings.subList(SimulatedCalls.BEFORE, readings.size());
		Harm harm = new Harm(objective);
		return IntStream.rangeClosed(1, after.size())
			.boxed()
			.sorted(Comparator.naturalOrder())
			.flatMap((n) -> harm.of(before, after.subList(0, n)).map((worse) -> n / 10.0 + " " + worse).stream())
			.findFirst()
			.orElse("never");
	}

}
