package dev.grpctuning.load.stats;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Figures}. */
class FiguresTests {

	@ParameterizedTest
	@CsvSource({ "0, 0 µs", "999, 999 µs", "1000, 1.0 ms", "1550, 1.6 ms", "99940, 99.9 ms", "100000, 100 ms",
			"9999000, 9999 ms", "10000000, 10.0 s", "3600000000, 3600.0 s" })
	void whenTimesGrowThenTheirUnitGrows(long micros, String text) {
		assertThat(Figures.micros(micros)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = { "0; 0", "999; 999", "1000; 1,000", "1234567; 1,234,567" })
	void whenCountsAreLargeThenThousandsAreSet(long count, String text) {
		assertThat(Figures.count(count)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0 %", "1, 100 %", "0.494, 49 %", "0.95, 95.0 %", "0.9998, 99.980 %", "0.003, 0.30 %" })
	void whenAShareIsCloseToAllOrNothingThenItIsNotRoundedToThat(double share, String text) {
		assertThat(Figures.share(share)).isEqualTo(text);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = { "0; 0", "1200; 1,200", "2.5; 2.5", "9.8765; 9.877", "91.7012; 91.7",
			"217.626; 217.6", "1333.3333; 1,333.3", "0.0001; 0" })
	void whenANumberIsNotWholeThenItHasUpToThreeDecimalPlacesAndFewerIfItIsLarge(double number, String text) {
		assertThat(Figures.number(number)).isEqualTo(text);
	}

	@Test
	void whenRateIsNotWholeThenItIsRounded() {
		assertThat(Figures.rate(1999.5)).isEqualTo("2,000");
	}

	@Test
	void whenTheMachineSpeaksAnotherLanguageThenFiguresStayTheSame() {
		Locale before = Locale.getDefault();
		try {
			Locale.setDefault(Locale.GERMANY);
			assertThat(Figures.count(1000)).isEqualTo("1,000");
			assertThat(Figures.micros(1500)).isEqualTo("1.5 ms");
		}
		finally {
			Locale.setDefault(before);
		}
	}

	@Test
	void whenThereAreTooFewLatenciesForAFigureThenItIsADash() {
		assertThat(latencies(0)).isEqualTo("- - - - - - - - - -");
		assertThat(latencies(1)).isEqualTo("1 µs 1 µs - - - - - - - 1 µs");
		assertThat(latencies(99)).isEqualTo("1 µs 50 µs 50 µs 75 µs 90 µs 95 µs - - - 99 µs");
		assertThat(latencies(100)).isEqualTo("1 µs 51 µs 50 µs 75 µs 90 µs 95 µs 99 µs - - 100 µs");
		assertThat(latencies(999)).endsWith("990 µs - - 999 µs");
		assertThat(latencies(1000)).endsWith("990 µs 999 µs - 1.0 ms");
		assertThat(latencies(9999)).contains(" - 10.0 ms");
		assertThat(latencies(10_000)).doesNotContain("-");
	}

	private static String latencies(int count) {
		Histogram micros = new Histogram(5);
		IntStream.rangeClosed(1, count).forEach(micros::recordValue);
		LatencySummary summary = LatencySummary.of(micros);
		return Stream.of(LatencyFigure.values())
			.map((figure) -> Figures.latency(summary, figure))
			.collect(Collectors.joining(" "));
	}

}
