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

/**
 * What works with grpc-java alone and with each framework, each shown by a test that runs
 * with it.
 */
class FrameworkReferenceTests {

	private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

	private static final Map<String, String> SOURCES = sources();

	/** The framework has no part in it, so that the test of grpc-java alone is enough. */
	private static final String CORE = "yes (core)";

	/** Needs Spring. */
	private static final String NONE = "–";

	@Test
	void everyCellHasATestThatRunsWithItsFramework() throws IOException {
		assertThat(rows()).hasSizeGreaterThan(20).allSatisfy((row) -> {
			if (!row.plain().works().equals(NONE)) {
				assertRuns(row.plain().test(), "grpc-tuning/.*", "@Disabled");
			}
			if (isOfFramework(row, row.boot())) {
				assertRuns(row.boot().test(), "(?!hello-service/|grpc-tuning/).*", "@Disabled",
						"@EnabledIf(\"isNetDevhPresent", "@Tag(\"either-framework");
			}
			if (isOfFramework(row, row.netDevh())) {
				assertRuns(row.netDevh().test(), "(?!examples/orders-service/|grpc-tuning/).*", "@Disabled",
						"@EnabledIf(\"isBootPresent");
			}
		});
	}

	@Test
	void tableIsThatOfTheDocumentation() throws IOException {
		ReferenceFile.checkPart("../tuning.md", "frameworks", SchemaTables
			.table(List.of("feature", "grpc-java alone", "Spring Boot's own server", "net.devh's"), rows().stream()
				.map((row) -> List.of(row.feature(), row.plain().works(), row.boot().works(), row.netDevh().works()))
				.toList()));
	}

	/** Whether a cell has a test of its framework, because not all is the core's. */
	private static boolean isOfFramework(Row row, Cell cell) {
		boolean core = cell.works().equals(CORE);
		assertThat(core && row.plain().works().equals(NONE)).as(row.feature()).isFalse();
		return !core;
	}

	/**
	 * A test of the starter runs with both frameworks if neither its class nor its method
	 * has an annotation that leaves it out. An application has one framework.
	 */
	private static void assertRuns(String test, String modules, String... leftOutBy) {
		String[] parts = test.split("#");
		assertThat(SOURCES.keySet()
			.stream()
			.filter((file) -> file.endsWith("/" + parts[0] + ".java") && file.matches(modules))
			.map(SOURCES::get)
			.map((source) -> annotations(source, "\nclass ")
					+ annotations(source + inherited(source), "\tvoid " + parts[1] + "(")))
			.as(test)
			.anySatisfy((annotations) -> assertThat(annotations).contains("Test\n").doesNotContain(leftOutBy));
	}

	/** Source of the class that has the tests of a class without its own. */
	private static String inherited(String source) {
		return SOURCES.entrySet()
			.stream()
			.filter((file) -> file.getKey().endsWith("Contract.java") && source
				.contains(" extends " + Path.of(file.getKey()).getFileName().toString().replace(".java", " {")))
			.map(Map.Entry::getValue)
			.collect(Collectors.joining());
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
			return files.filter((file) -> file.toString().matches(".*(IT|Contract)\\.java")).toList().stream();
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
						new Cell(cells.get(3), cells.get(4)), new Cell(cells.get(5), cells.get(6))))
				.toList();
		}
	}

	private record Row(String feature, Cell plain, Cell boot, Cell netDevh) {

	}

	private record Cell(String works, String test) {

	}

}
