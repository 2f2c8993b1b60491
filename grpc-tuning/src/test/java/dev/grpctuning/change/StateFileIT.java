package dev.grpctuning.change;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.testkit.AppProcess;

import static org.assertj.core.api.Assertions.assertThat;

/** A process that is killed while it writes its changes. */
class StateFileIT {

	private static final TuningSource SOURCE = (changes) -> new TuningSource.Reading(Settings.NONE, Map.of(),
			List.of());

	@TempDir
	private Path folder;

	@RepeatedTest(2)
	void whenTheProcessIsKilledThenTheLastChangesAreThereAsAWhole() throws Exception {
		Path file = this.folder.resolve("state.properties");
		int kept;
		try (AppProcess writer = AppProcess.java(this.folder, Map.of(), "-cp", System.getProperty("java.class.path"),
				Writer.class.getName(), file.toString())) {
			writer.awaitOut("kept 20\n");
			writer.kill();
			writer.exitCode(Duration.ofMinutes(1));
			String[] lines = writer.out().split("\n");
			kept = Integer.parseInt(lines[lines.length - 1].replace("kept ", ""));
		}
		Map<String, String> values = StateFile.read(file, SOURCE).values();
		int number = Integer.parseInt(values.getOrDefault("limit.concurrent-calls", "0"));
		assertThat(number).isBetween(kept, kept + 1);
		assertThat(values).isEqualTo(Writer.values(number));
	}

	/** Keeps other changes each time. */
	public static final class Writer {

		private Writer() {
		}

		public static void main(String[] args) throws IOException {
			StateFile file = StateFile.read(Path.of(args[0]), SOURCE);
			for (int number = 1;; number++) {
				String problem = file.keep(values(number));
				if (problem != null) {
					throw new IOException(problem);
				}
				System.out.println("kept " + number);
			}
		}

		/** So many that they take several pages of a disk. */
		static Map<String, String> values(int number) {
			return Map.of("limit.concurrent-calls", Integer.toString(number), "services.withdrawn",
					(number + ",").repeat(100_000));
		}

	}

}
