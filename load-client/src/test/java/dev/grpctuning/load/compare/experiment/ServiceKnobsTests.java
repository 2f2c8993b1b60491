package dev.grpctuning.load.compare.experiment;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ServiceJar}. */
class ServiceKnobsTests {

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	private static final byte[] KNOBS = """
			{"groups": [], "properties": [{"name": "grpc.tuning.executor.type", "type": "a.B"},
			  {"name": "grpc.tuning.enabled"}, {"name": "grpc.tuning.worker-threads"}, {"name": "hello.print-header"}]}
			""".getBytes(StandardCharsets.UTF_8);

	@TempDir
	private Path folder;

	@Test
	void whenTheStarterIsInTheJarThenItsKnobsAreKnown() throws Exception {
		Path jar = jar(Map.of("BOOT-INF/lib/grpc-tuning-spring-boot-starter-1.2.3.jar",
				bytes(Map.of("a/B.class", new byte[] { 1 }, METADATA, KNOBS)), "BOOT-INF/classes/" + METADATA,
				"{\"properties\": [{\"name\": \"hello.work\"}]}".getBytes(StandardCharsets.UTF_8)));
		assertThat(ServiceJar.knobs(jar)).containsExactly("executor.type", "worker-threads");
	}

	@Test
	void whenAllJarsAreOneThenTheKnobsAreKnownToo() throws Exception {
		assertThat(ServiceJar.knobs(jar(Map.of(METADATA, KNOBS)))).containsExactly("executor.type", "worker-threads");
	}

	@Test
	void whenTheStarterIsNotThereThenTheLineSaysSo() throws Exception {
		Path jar = jar(Map.of("BOOT-INF/lib/other.jar", bytes(Map.of(METADATA, KNOBS))));
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ServiceJar.knobs(jar))
			.withMessageStartingWith("experiment.server.jar: " + jar + " ")
			.withMessageContaining("grpc-tuning-spring-boot-starter");
	}

	@Test
	void whenItIsNoJarThenTheLineSaysSo() throws Exception {
		Path text = Files.writeString(this.folder.resolve("service.jar"), "no jar");
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ServiceJar.knobs(text))
			.withMessageContaining("experiment.server.jar: " + text + " cannot be read (");
	}

	private Path jar(Map<String, byte[]> entries) throws IOException {
		Path jar = this.folder.resolve("service.jar");
		try (OutputStream file = Files.newOutputStream(jar)) {
			file.write(bytes(entries));
		}
		return jar;
	}

	private static byte[] bytes(Map<String, byte[]> entries) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (JarOutputStream jar = new JarOutputStream(bytes)) {
			for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
				jar.putNextEntry(new JarEntry(entry.getKey()));
				jar.write(entry.getValue());
			}
		}
		return bytes.toByteArray();
	}

}
