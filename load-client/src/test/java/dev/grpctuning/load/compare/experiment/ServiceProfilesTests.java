package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServiceJar}. */
@Tag(Approved.TAG)
class ServiceProfilesTests {

	private static final String CLASSES = "BOOT-INF/classes/";

	private static final Path HELLO_SERVICE = Path.of("..", "hello-service", "src", "main", "resources",
			"application.yml");

	@TempDir
	private Path folder;

	@Test
	void whenTheServiceIsHelloServiceThenEachStepOfItsStoryIsKnown() throws Exception {
		Path jar = jar(Map.of(CLASSES + "application.yml", Files.readString(HELLO_SERVICE)));
		assertThat(ServiceJar.profiles(jar).orElseThrow()).containsExactly("adaptive", "direct", "fork-join", "netty",
				"plain", "tuned");
		assertThat(ServiceJar.hints(variants("plain", "tuned", "direct, netty"), jar)).isEmpty();
		assertThat(ServiceJar.hints(variants("tunedd"), jar)).singleElement().satisfies((hint) -> {
			assertThat(hint).startsWith("variant v0: service.jar ")
				.contains(" tunedd (", " adaptive, direct, fork-join, netty, plain, tuned)");
			Approved.assertCase("compare.txt", hint);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "application-fast.yml", "application-fast.yaml", "application-fast.properties",
			"config/application-fast.yml", "config/application-fast.properties" })
	void whenAProfileHasAFileThenItIsKnown(String file) throws Exception {
		assertThat(ServiceJar.profiles(jar(Map.of(CLASSES + file, ""))))
			.hasValueSatisfying((names) -> assertThat(names).containsExactly("fast"));
	}

	@Test
	void whenADocumentNamesProfilesThenTheyAreKnown() throws Exception {
		Path jar = jar(Map.of(CLASSES + "application.yml", """
				spring.profiles.group:
				  Front_1: [inner, outer]
				  "[dotted.name]": inner
				---
				spring.config.activate.on-profile: "!a & (b-1 | c)"
				---
				spring: {config: {activate: {onProfile: [d, "e&f"]}}}
				""", CLASSES + "config/application.properties", """
				spring.profiles.group.back=x,y
				#---
				spring.config.activate.on-profile=g,h
				""", CLASSES + "application.yaml", "spring.config.activate.on-profile: 2026"));
		assertThat(ServiceJar.profiles(jar).orElseThrow()).containsExactlyInAnyOrder("Front_1", "dotted.name", "a",
				"b-1", "c", "d", "e", "f", "back", "g", "h", "2026");
	}

	@Test
	void whenOtherFilesAreThereThenTheyNameNone() throws Exception {
		Path jar = jar(Map.of(CLASSES + "applications-x.yml", "", CLASSES + "deep/application-x.yml", "",
				"application-x.yml", "", CLASSES + "application-x.txt", "", CLASSES + "other.yml",
				"spring.config.activate.on-profile: x", CLASSES + "application.yml", "spring.profiles.active: x"));
		assertThat(ServiceJar.profiles(jar).orElseThrow()).isEmpty();
		assertThat(ServiceJar.hints(variants("x"), jar)).singleElement()
			.asString()
			.contains("profile x (it has properties for no profile)");
	}

	@Test
	void whenTheJarIsNotOfThatLayoutOrCannotBeReadThenNothingIsSaid() throws Exception {
		assertThat(hints(jar(Map.of("application-fast.yml", "")))).as("all jars in one").isEmpty();
		assertThat(hints(jar(Map.of(CLASSES + "application.yml", "a: [")))).as("no YAML").isEmpty();
		assertThat(hints(jar(Map.of(CLASSES + "application.properties", "a=\\u12")))).as("no properties").isEmpty();
		assertThat(hints(Files.writeString(this.folder.resolve("service.jar"), "no jar"))).as("no jar").isEmpty();
		assertThat(hints(this.folder.resolve("nowhere.jar"))).as("no file").isEmpty();
		assertThat(hints(Path.of(""))).as("attached").isEmpty();
	}

	private static List<String> hints(Path jar) {
		return ServiceJar.hints(variants("tunedd"), jar);
	}

	private static List<Variant> variants(@Nullable String... profiles) {
		return IntStream.range(0, profiles.length)
			.mapToObj((i) -> new Variant("v" + i, null, profiles[i], List.of(), Map.of(), null, null, null))
			.toList();
	}

	private Path jar(Map<String, String> entries) throws IOException {
		Path jar = this.folder.resolve("service.jar");
		try (JarOutputStream file = new JarOutputStream(Files.newOutputStream(jar))) {
			for (Map.Entry<String, String> entry : entries.entrySet()) {
				file.putNextEntry(new JarEntry(entry.getKey()));
				file.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
			}
		}
		return jar;
	}

}
