package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.cli.ExitCode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the commands say of a profile that is misspelt, with a service that cannot start.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class ServiceProfilesIT {

	private static final String HINT = "variant typo: service.jar has no properties for the profile tunedd (it has some for tuned);"
			+ " correct its name, unless beans or files outside the jar use it.";

	private static final String COMPARE = "compare";

	private static final String KNEE = "knee --slo=p99<10ms";

	private static final String TUNE = "tune --slo=p99<10ms --tune.space.worker-threads=1,2";

	@TempDir
	private Path folder;

	@BeforeEach
	void describe() throws IOException {
		jar(Map.of("BOOT-INF/classes/application-tuned.yml", "a: b",
				"BOOT-INF/classes/META-INF/spring-configuration-metadata.json",
				"{\"properties\": [{\"name\": \"grpc.tuning.worker-threads\"}]}",
				"BOOT-INF/lib/grpc-server-spring-boot-autoconfigure-3.1.0.RELEASE.jar", ""));
		Files.writeString(this.folder.resolve("typo.yml"), """
				load: {model: closed, duration: 1s}
				experiment:
				  name: typo
				  variants:
				    - name: typo
				      profile: tunedd
				""");
	}

	@ParameterizedTest
	@ValueSource(strings = { COMPARE, KNEE, TUNE })
	void whenAProfileIsMisspeltThenALineSaysSoBeforeTheFirstRun(String command, CapturedOutput output) {
		assertThat(launch(command)).isEqualTo(ExitCode.RUN_FAILED);
		// Before it are the URL of the live page and what knee and tune are about to do.
		assertThat(output.getErr().lines().limit(3)).contains(HINT);
		assertThat(output.getErr().lines()).filteredOn(HINT::equals).hasSize(1);
	}

	private int launch(String command) {
		return LoadClientApplication.launch(Stream.concat(Stream.of(command.split(" ")),
				Stream.of("--experiment=" + this.folder.resolve("typo.yml"), "--experiment.calibration=false",
						"--experiment.server.jar=" + this.folder.resolve("service.jar"),
						"--experiment.output=" + this.folder.resolve("results")))
			.toArray(String[]::new));
	}

	private void jar(Map<String, String> entries) throws IOException {
		try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(this.folder.resolve("service.jar")))) {
			for (Map.Entry<String, String> entry : entries.entrySet()) {
				jar.putNextEntry(new JarEntry(entry.getKey()));
				jar.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
			}
		}
	}

}
