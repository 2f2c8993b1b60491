package dev.grpctuning.load.schedule;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.schedule.ArrivalSchedule.LostException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link Replay}. */
class ReplayTests {

	private static final long MILLI = 1_000_000;

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(strings = { "0\n0.125\n0.125\n2", "0\r\n0.125\r\n0.125\r\n2\r\n", "7.5\n7.625\n7.625\n9.5\n",
			"1769860800\n1769860800.125\n1769860800.1250000009\n1769860802.000\n", "\n0 \n\n0.125\t\n0.125\n\n2\n\n",
			"2026-01-31T12:00:00Z\n2026-01-31T12:00:00.125Z\n2026-01-31T13:00:00.125+01:00\n2026-01-31T12:00:02+00:00\n",
			"2026-01-31 12:00:00\n2026-01-31 12:00:00.125\n2026-01-31 12:00:00.125\n2026-01-31 12:00:02" })
	void whenLinesAreTimesThenTheFirstIsTheBeginning(String text) throws IOException {
		Replay replay = check(text);
		assertThat(replay.calls()).isEqualTo(4);
		assertThat(replay.lengthNanos()).isEqualTo(2000 * MILLI);
		assertThat(due(replay.from(0), 5)).containsExactly(0, 125 * MILLI, 125 * MILLI, 2000 * MILLI, Long.MAX_VALUE);
	}

	@Test
	void whenClientsShareItThenEachLineIsOneClients() throws IOException {
		Replay replay = check("0\n1\n2\n3\n4\n");
		ArrivalPlan.OfFile second = new ArrivalPlan.OfFile(replay, new Shard(1, 2));
		assertThat(due(second.warmUp(), 3)).containsExactly(1000 * MILLI, 3000 * MILLI, Long.MAX_VALUE);
		assertThat(due(second.measured(Duration.ofSeconds(1), Duration.ofSeconds(3)), 3)).containsExactly(1000 * MILLI,
				3000 * MILLI, Long.MAX_VALUE);
	}

	@Test
	void whenThereIsOneLineThenItIsOneCall() throws IOException {
		Replay replay = check("12345.678");
		assertThat(replay.calls()).isOne();
		assertThat(replay.lengthNanos()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\n", "\n\n\n" })
	void whenThereIsNothingInItThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> check(text)).withMessage("no line in it");
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "-1", "1,5", ".5", "1.2.3", "1e3", "0x10", "99999999999999999999", "9223372037",
			"NaN", "1 2", "2026-01-31", "2026-13-31T12:00:00Z", "1960-01-01T00:00:00Z", "2400-01-01T00:00:00Z",
			"12:00:00" })
	void whenALineIsNoTimeThenItsNumberIsNamed(String line) {
		assertThatIllegalArgumentException().isThrownBy(() -> check("0\n1\n" + line + "\n2\n"))
			.withMessage("line 3: \"" + line
					+ "\" is not a time; write seconds, such as 0.125, or a time such as 2026-01-31T12:00:00.125Z");
	}

	@Test
	void whenALineIsEndlessThenItsBeginningIsShown() {
		assertThatIllegalArgumentException().isThrownBy(() -> check("0\n" + "1".repeat(100_000)))
			.withMessageStartingWith("line 2: \"" + "1".repeat(64) + "\" is not a time");
	}

	@Test
	void whenALineHoldsBytesThatAreNoTextThenTheyAreNotPrinted() {
		assertThatIllegalArgumentException().isThrownBy(() -> check("\u0000\u001b[31m\u00e4\n"))
			.withMessageStartingWith("line 1: \"??[31m??\" is not a time");
	}

	@ParameterizedTest
	@CsvSource({ "2, 1.9", "1769860800.2, 1769860800.1", "2026-01-31T12:00:00Z, 2026-01-31T12:30:00+01:00" })
	void whenLinesAreNotSortedThenTheFirstThatIsNotIsNamed(String line, String next) {
		assertThatIllegalArgumentException().isThrownBy(() -> check(line + "\n" + line + "\n" + next + "\n"))
			.withMessage("line 3: \"" + next + "\" is before the line above it; sort the file");
	}

	@Test
	void whenALineIsAYearAwayThenItIsNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> check("0\n1769860800\n"))
			.withMessage("line 2: \"1769860800\" is more than 365 days after the first line");
	}

	@Test
	void whenThereIsNoFileThenThatIsSaid() {
		assertThatExceptionOfType(NoSuchFileException.class)
			.isThrownBy(() -> Replay.check(this.folder.resolve("none.txt")));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> Replay.check(this.folder));
	}

	@Test
	void whenThereAreManyLinesThenNoneIsLostBetweenTheBlocksThatAreRead() throws IOException {
		Path file = this.folder.resolve("many.txt");
		int lines = 300_000;
		try (BufferedWriter writer = Files.newBufferedWriter(file)) {
			for (int i = 0; i < lines; i++) {
				writer.write(i / 1000 + "." + String.format("%03d", i % 1000) + ((i % 7 == 0) ? "000\n" : "\n"));
			}
		}
		Replay replay = Replay.check(file);
		assertThat(replay.calls()).isEqualTo(lines);
		try (ArrivalSchedule schedule = replay.from(0)) {
			for (int i = 0; i < lines; i++) {
				assertThat(schedule.dueNanos(i)).isEqualTo(i * MILLI);
			}
			assertThat(schedule.dueNanos(lines)).isEqualTo(Long.MAX_VALUE);
		}
	}

	@ParameterizedTest
	@CsvSource({ "'0\n1\n', it has 2 lines, and had 4", "'', it has 0 lines, and had 4",
			"'0\n1\nx\n2\n', line 3: \"x\" is not a time",
			"'0\n1\n0.5\n2\n', line 3: \"0.5\" is before the line above it" })
	void whenItIsChangedAfterItWasCheckedThenItSaysSo(String text, String reason) throws IOException {
		Replay replay = check("0\n1\n2\n3\n");
		write(text.replace("\\n", "\n"));
		assertThatExceptionOfType(LostException.class).isThrownBy(() -> due(replay.from(0), 5))
			.withMessageStartingWith("has changed since the start of the run: " + reason);
	}

	@Test
	void whenItHasGoneAfterItWasCheckedThenItSaysSo() throws IOException {
		Replay replay = check("0\n1\n");
		Files.delete(replay.file());
		assertThatExceptionOfType(LostException.class).isThrownBy(() -> due(replay.from(0), 1));
	}

	@Test
	void whenItHasGrownAfterItWasCheckedThenTheNewLinesAreNotRead() throws IOException {
		Replay replay = check("0\n1\n");
		write("0\n1\n1\nx\n");
		assertThat(due(replay.from(0), 3)).containsExactly(0, 1000 * MILLI, Long.MAX_VALUE);
	}

	private Replay check(String text) throws IOException {
		return Replay.check(write(text));
	}

	private Path write(String text) throws IOException {
		return Files.write(this.folder.resolve("times.txt"), text.getBytes(StandardCharsets.UTF_8));
	}

	private static long[] due(ArrivalSchedule schedule, int calls) {
		long[] due = new long[calls];
		try (schedule) {
			for (int i = 0; i < calls; i++) {
				due[i] = schedule.dueNanos(i);
			}
		}
		return due;
	}

}
