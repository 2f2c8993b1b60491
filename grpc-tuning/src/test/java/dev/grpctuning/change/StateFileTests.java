package dev.grpctuning.change;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.settings.Settings;
import dev.grpctuning.settings.TuningProblem;
import dev.grpctuning.settings.TuningSource;
import dev.grpctuning.settings.TuningSource.Reading;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link StateFile}. */
class StateFileTests {

	private static final Map<String, String> VALUES = Map.of("executor.type", "virtual", "executor.routes[0].methods",
			"a.B/*, c.D/e=f", "worker-threads", "", "services.withdrawn", "C:\\x#y!z: ä");

	/** Refuses worker-threads=0. */
	private static final TuningSource SOURCE = (changes) -> new Reading(Settings.NONE, Map.of(),
			"0".equals(changes.get("worker-threads")) ? List.of(new TuningProblem("worker-threads", "0", "is too few."))
					: List.of());

	@TempDir
	private Path folder;

	@Test
	void whenValuesAreKeptThenTheNextStartHasThem() {
		Path file = this.folder.resolve("new/state.properties");
		assertThat(StateFile.read(file, SOURCE).values()).isEmpty();
		assertThat(StateFile.read(file, SOURCE).keep(VALUES)).isNull();
		assertThat(StateFile.read(file, SOURCE).values()).isEqualTo(VALUES);
		assertThat(StateFile.read(file, SOURCE).keep(Map.of())).isNull();
		assertThat(StateFile.read(file, SOURCE).values()).isEmpty();
		assertThat(file.getParent()).isDirectoryContaining(file::equals);
	}

	/** A process that is killed leaves at most a part of the next file. */
	@Test
	void whenAWriteIsCutOffThenTheFormerValuesAreThere() throws IOException {
		Path file = this.folder.resolve("state.properties");
		StateFile.read(file, SOURCE).keep(VALUES);
		Files.writeString(this.folder.resolve("state.properties.next"), "grpc.tuning.exec");
		StateFile state = StateFile.read(file, SOURCE);
		assertThat(state.values()).isEqualTo(VALUES);
		assertThat(state.keep(Map.of("executor.type", "direct"))).isNull();
		assertThat(StateFile.read(file, SOURCE).values()).isEqualTo(Map.of("executor.type", "direct"));
	}

	/** As on a disk that is full or read-only. */
	@Test
	void whenItCannotBeWrittenThenTheFormerValuesAreThereAndTheReasonIsSaid() throws IOException {
		Path file = this.folder.resolve("state.properties");
		StateFile.read(file, SOURCE).keep(VALUES);
		Files.createDirectory(this.folder.resolve("state.properties.next"));
		assertThat(StateFile.read(file, SOURCE).keep(Map.of("executor.type", "direct")))
			.startsWith("in force, but not after a restart, because " + file + " could not be written: ");
		assertThat(StateFile.read(file, SOURCE).values()).isEqualTo(VALUES);
	}

	@ParameterizedTest
	@ValueSource(strings = { "grpc.tuning.worker-threads=0", "worker-threads=2", "grpc.tuning.worker-threads=\\u00" })
	void whenItCannotBeUsedThenTheServerStartsAsConfigured(String content) throws IOException {
		Path file = Files.writeString(this.folder.resolve("state.properties"), content + "\n");
		assertThat(StateFile.read(file, SOURCE).values()).isEmpty();
		assertThat(file).hasContent(content);
	}

}
