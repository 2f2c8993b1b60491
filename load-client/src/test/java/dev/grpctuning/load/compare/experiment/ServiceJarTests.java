package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ServiceJar}. */
class ServiceJarTests {

	@TempDir
	private Path folder;

	@Test
	void whenAJarHasAMainClassThenItIsTaken() throws IOException {
		Path jar = jar("service.jar", "org.example.Main");
		assertThat(ServiceJar.of("ab", jar)).isAbsolute().isEqualTo(jar.toAbsolutePath());
	}

	@Test
	void whenAJarIsOfNoUseThenTheLineSaysWhy() throws IOException {
		assertRefused(this.folder.resolve("none.jar"), "there is no such file");
		assertRefused(this.folder, "it is not a file");
		assertRefused(Files.writeString(this.folder.resolve("text.jar"), "text"), "it is not a jar");
		assertRefused(Files.createFile(this.folder.resolve("empty.jar")), "it is not a jar");
		assertRefused(jar("library.jar", null), "its manifest names no main class");
	}

	private static void assertRefused(Path jar, String reason) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> ServiceJar.of("ab", jar))
			.withMessage("ab: %s: %s; name an executable jar with the service to compare.", jar, reason);
	}

	private Path jar(String name, @Nullable String main) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		if (main != null) {
			manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
		}
		Path jar = this.folder.resolve(name);
		try (OutputStream file = Files.newOutputStream(jar);
				JarOutputStream out = new JarOutputStream(file, manifest)) {
			out.putNextEntry(new JarEntry("BOOT-INF/lib/spring-boot-grpc-server-4.1.2.jar"));
		}
		return jar;
	}

}
