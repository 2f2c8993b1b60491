package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerLog}. */
class ServerLogTests {

	@Test
	void whenLinesAreLongThenTheTailIsThoseThatStandWholeInTheLast64KiB(@TempDir Path folder) throws IOException {
		List<String> lines = IntStream.range(0, 100).mapToObj((i) -> i + "x".repeat(2000)).toList();
		List<String> tail = log(folder, lines).tail();
		assertThat(lines).endsWith(tail.toArray(String[]::new));
		assertThat(tail).hasSize(64 * 1024 / 2003);
	}

	@Test
	void whenTextIsSoughtThenTheLastLineWithItIsFound(@TempDir Path folder) throws IOException {
		ServerLog log = log(folder, List.of("an error: 1", "an error: 2", "bye"));
		assertThat(log.lastWith("error")).contains("an error: 2");
		assertThat(log.lastWith("failure")).isEmpty();
	}

	@Test
	void whenSpringBootDescribesAFailureThenItIsOneLine(@TempDir Path folder) throws IOException {
		ServerLog log = log(folder,
				List.of("a log line", "***************************", "APPLICATION FAILED TO START",
						"***************************", "", "Description:", "", "Web server failed to start.",
						"  Port 1 was in use.", "", "Action:", "", "Use another port.", ""));
		assertThat(log.failureAnalysis()).contains("Web server failed to start. Port 1 was in use. Use another port.");
		assertThat(log(folder, List.of("bye")).failureAnalysis()).isEmpty();
	}

	@Test
	void whenFileIsLongThenItIsCutToItsLastLinesAndSaysSo(@TempDir Path folder) throws IOException {
		ServerLog log = log(folder, numbered(20_000));
		long size = Files.size(log.file());
		log.cut();
		List<String> lines = Files.readAllLines(log.file());
		assertThat(lines.getFirst()).isEqualTo("[cut to the last 200 lines of " + size + " bytes]");
		assertThat(lines.subList(1, lines.size())).isEqualTo(numbered(20_000).subList(19_800, 20_000));
		assertThat(folder).isDirectoryNotContaining((file) -> !file.equals(log.file()));
	}

	@Test
	void whenThereIsNoFileThenThereIsNothingToReadOrCut(@TempDir Path folder) throws IOException {
		ServerLog log = new ServerLog(folder.resolve("server.out"));
		log.cut();
		assertThat(log.tail()).isEmpty();
		assertThat(log.lastWith("")).isEmpty();
		assertThat(folder).isEmptyDirectory();
	}

	private static ServerLog log(Path folder, List<String> lines) throws IOException {
		return new ServerLog(Files.write(folder.resolve("server.out"), lines));
	}

	private static List<String> numbered(int count) {
		return IntStream.range(0, count).mapToObj((i) -> "line " + i).toList();
	}

}
