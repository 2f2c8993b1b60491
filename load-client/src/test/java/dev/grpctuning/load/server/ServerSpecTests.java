package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerSpec}. */
class ServerSpecTests {

	@Test
	void whenTheJdkSaysItsVersionThenThatIsTheOne(@TempDir Path home) throws IOException {
		Files.writeString(home.resolve("release"),
				"IMPLEMENTOR=\"Someone\"\nJAVA_RUNTIME_VERSION=\"21.0.1+12\"\nJAVA_VERSION=\"21.0.1\"\n");
		assertThat(spec(home).javaVersion()).isEqualTo("21.0.1");
	}

	@Test
	void whenTheJdkSaysNoVersionThenThereIsNone(@TempDir Path home) {
		assertThat(spec(home).javaVersion()).isNull();
	}

	private static ServerSpec spec(Path home) {
		return new ServerSpec(Path.of("service.jar"), home, null, List.of(), Map.of(), Path.of("logs"));
	}

}
