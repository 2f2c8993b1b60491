package dev.grpctuning.load.api;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link LoadTest}. */
class LoadTestTests {

	@ParameterizedTest
	@MethodSource
	void whenAFigureIsOutOfRangeThenItIsRefused(Consumer<LoadTest> figure, String message) {
		LoadTest test = LoadTest.target("localhost:9090");
		assertThatIllegalArgumentException().isThrownBy(() -> figure.accept(test)).withMessage(message);
	}

	static Stream<Arguments> whenAFigureIsOutOfRangeThenItIsRefused() {
		return Stream.of(refused((test) -> test.channels(0), "channels: 0 (expected: >= 1)"),
				refused((test) -> test.closed(0), "openCalls: 0 (expected: >= 1)"),
				refused((test) -> test.open(0), "callsPerSecond: 0.0 (expected: > 0)"),
				refused((test) -> test.open(-1), "callsPerSecond: -1.0 (expected: > 0)"),
				refused((test) -> test.open(Double.NaN), "callsPerSecond: NaN (expected: > 0)"),
				refused((test) -> test.open(Double.POSITIVE_INFINITY), "callsPerSecond: Infinity (expected: > 0)"),
				refused((test) -> test.duration(Duration.ZERO), "duration: PT0S (expected: > 0)"),
				refused((test) -> test.deadline(Duration.ZERO), "deadline: PT0S (expected: > 0)"),
				refused((test) -> test.warmup(Duration.ofMillis(-1)), "warmup: PT-0.001S (expected: >= 0)"));
	}

	private static Arguments refused(Consumer<LoadTest> figure, String message) {
		return Arguments.of(figure, message);
	}

}
