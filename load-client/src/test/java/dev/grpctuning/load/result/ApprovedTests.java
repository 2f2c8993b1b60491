package dev.grpctuning.load.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Approved}: no text is kept of a test that is not there any more. */
class ApprovedTests {

	static List<Path> files() throws IOException {
		try (Stream<Path> files = Files.list(Approved.FOLDER)) {
			return files.toList();
		}
	}

	@ParameterizedTest
	@MethodSource("files")
	void whenATextIsApprovedThenThereIsATestOfIt(Path file) throws IOException {
		assertThat(Approved.cases(file).keySet()).allSatisfy((title) -> {
			int method = title.lastIndexOf('.');
			Class<?> type = Class.forName("dev.grpctuning.load." + title.substring(0, method));
			assertThat(type.getDeclaredMethods()).anyMatch((it) -> it.getName().equals(title.substring(method + 1)));
		});
	}

}
