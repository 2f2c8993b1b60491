package dev.grpctuning.load.serve;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ServeProperties}. */
class ServePropertiesTests {

	private static final LoadProperties START = load(Map.of("load.target", "start:1", "load.request", "@start.json"));

	@TempDir
	private Path folder;

	@ParameterizedTest
	@ValueSource(
			strings = { "load.request-bytes", "load.descriptor-set", "load.proto", "load.replay.file", "load.request" })
	void whenAFileIsInAnAllowedFolderThenItIsUsed(String property) throws IOException {
		Path allowed = Files.createDirectory(this.folder.resolve("allowed"));
		Path file = Files.createFile(allowed.resolve("file"));
		Path outside = Files.createFile(this.folder.resolve("outside"));
		Path link = Files.createSymbolicLink(allowed.resolve("link"), outside);
		Path large = allowed.resolve("large");
		try (RandomAccessFile content = new RandomAccessFile(large.toFile(), "rw")) {
			content.setLength((16 << 20) + 1);
		}
		ServeProperties serve = new ServeProperties(List.of(allowed), List.of());
		serve.check(file(property, file), START);
		for (Path refused : List.of(outside, link, large, allowed, allowed.resolve("none"),
				allowed.resolve("../outside"), Path.of("/dev/zero"))) {
			assertFileRefused(serve, property, refused);
		}
		assertFileRefused(new ServeProperties(List.of(), List.of()), property, file);
	}

	@Test
	void whenAFolderOfImportsIsAllowedThenItIsUsed() throws IOException {
		Path allowed = Files.createDirectory(this.folder.resolve("allowed"));
		Path imports = Files.createDirectory(allowed.resolve("imports"));
		Path file = Files.createFile(allowed.resolve("file"));
		Path link = Files.createSymbolicLink(allowed.resolve("link"), this.folder);
		ServeProperties serve = new ServeProperties(List.of(allowed), List.of());
		serve.check(file("load.proto-path", allowed), START);
		serve.check(file("load.proto-path", imports), START);
		for (Path refused : List.of(this.folder, link, file, allowed.resolve("none"))) {
			assertThatExceptionOfType(UsageException.class)
				.isThrownBy(() -> serve.check(file("load.proto-path", refused), START))
				.withMessage("load.proto-path: \"" + refused
						+ "\" cannot be posted; name a folder in one of the serve.folders of the start.");
		}
	}

	private static LoadProperties file(String property, Path file) {
		return load(Map.of("load.target", "start:1", property, (property.endsWith("request") ? "@" : "") + file));
	}

	private static void assertFileRefused(ServeProperties serve, String property, Path file) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> serve.check(file(property, file), START))
			.withMessageStartingWith(property + ": ")
			.withMessageContaining(String.valueOf(file.getFileName()))
			.withMessageEndingWith(
					" cannot be posted; name a file of at most 16MB in one of the serve.folders of the start.");
	}

	@Test
	void whenAFileIsThatOfTheStartThenItIsUsed() {
		new ServeProperties(List.of(), List.of()).check(START, START);
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost:1", "127.0.0.1:65535", "[::1]:9090", "start:1" })
	void whenNothingIsSetThenTargetsAreLoopbackAndThatOfTheStart(String target) {
		bound(Map.of()).check(load(Map.of("load.target", target)), START);
	}

	@ParameterizedTest
	@CsvSource({ "start:2,", "example.com:80,", "169.254.169.254:80,", "localhost:1,host", "host2:80,host",
			"host:81,host:80", "host.evil:80,host" })
	void whenATargetIsNotAllowedThenItIsRefused(String target, @Nullable String allowed) {
		ServeProperties serve = bound((allowed != null) ? Map.of("serve.targets", allowed) : Map.of());
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> serve.check(load(Map.of("load.target", target)), START))
			.withMessage("load.target: \"" + target + "\" cannot be posted; allow it by serve.targets at the start.");
	}

	@Test
	void whenTargetsAreSetThenAHostHasAllItsPorts() {
		ServeProperties serve = bound(Map.of("serve.targets", "host,other:80"));
		serve.check(load(Map.of("load.target", "host:5")), START);
		serve.check(load(Map.of("load.target", "other:80")), START);
	}

	@Test
	void whenAFolderIsNoneThenItIsRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
			.isThrownBy(() -> new ServeProperties(List.of(this.folder.resolve("none")), List.of()));
	}

	private static ServeProperties bound(Map<String, String> properties) {
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("serve", ServeProperties.class);
	}

	private static LoadProperties load(Map<String, String> properties) {
		return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("load", LoadProperties.class);
	}

}
