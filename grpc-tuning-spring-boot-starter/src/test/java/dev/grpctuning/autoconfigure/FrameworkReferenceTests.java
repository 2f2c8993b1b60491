package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

import static org.assertj.core.api.Assertions.assertThat;

/** What works with each framework, each shown by a test that runs with it. */
class FrameworkReferenceTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final Map<String, String> SOURCES = sources();

	@Test
	void everyCellHasATestThatRunsWithItsFramework() throws IOException {
		assertThat(rows()).hasSizeGreaterThan(20).allSatisfy((row) -> {
			assertRuns(row.boot().test(), "hello-service", "@EnabledIf(\"isNetDevhPresent", "@Tag(\"either-framework");
			assertRuns(row.netDevh().test(), "orders-service", "@EnabledIf(\"isBootPresent");
		});
	}

	@Test
	void tableIsThatOfTheDocumentation() throws IOException {
		ReferenceFile.checkPart("../tuning.md", "frameworks",
				SchemaTables.table(List.of("feature", "Spring Boot's own server", "net.devh's"),
						rows().stream()
							.map((row) -> List.of(row.feature(), row.boot().works(), row.netDevh().works()))
							.toList()));
	}

	/**
	 * A test of the starter runs with both frameworks if neither its class nor its method
	 * has an annotation that leaves it out. An application has one framework.
	 */
	private void assertRuns(String test, String ofTheOther, String... leftOutBy) {
		String[] parts = test.split("#");
		assertThat(SOURCES.keySet()
			.stream()
			.filter((file) -> file.endsWith("/" + parts[0] + ".java") && !file.contains(ofTheOther))
			.map(SOURCES::get)
			.map((source) -> annotations(source, "\nclass ") + annotations(source, "\tvoid " + parts[1] + "(")))
			.as(test)
			.anySatisfy((annotations) -> assertThat(annotations).contains("Test\n")
				.doesNotContain("@Disabled")
				.doesNotContain(leftOutBy));
	}

	/** What stands between the last empty line and a declaration. */
	private static String annotations(String source, String declaration) {
		String before = source.substring(0, Math.max(0, source.indexOf(declaration)));
		return before.substring(before.lastIndexOf("\n\n") + 1);
	}

	/** The integration tests of all modules. */
	private static Map<String, String> sources() {
		try (Stream<Path> modules = Files.list(ROOT); Stream<Path> examples = Files.list(ROOT.resolve("examples"))) {
			return Stream.concat(modules, examples)
				.map((module) -> module.resolve("src/test/java"))
				.filter(Files::isDirectory)
				.flatMap(FrameworkReferenceTests::files)
				.collect(Collectors.toMap((file) -> ROOT.relativize(file).toString(), FrameworkReferenceTests::text));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String text(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Stream<Path> files(Path folder) {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter((file) -> file.toString().endsWith("IT.java")).toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static List<Row> rows() throws IOException {
		try (InputStream stream = Objects
			.requireNonNull(FrameworkReferenceTests.class.getResourceAsStream("/frameworks.txt"))) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.startsWith("#"))
				.map((line) -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
				.map((cells) -> new Row(cells.get(0), new Cell(cells.get(1), cells.get(2)),
						new Cell(cells.get(3), cells.get(4))))
				.toList();
		}
	}

	private record Row(String feature, Cell boot, Cell netDevh) {

	}

	private record Cell(String works, String test) {

	}

}
