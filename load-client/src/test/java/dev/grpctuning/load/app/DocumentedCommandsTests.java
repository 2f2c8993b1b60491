package dev.grpctuning.load.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.command.Invocation;
import dev.grpctuning.load.metadata.PropertyMetadata;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Parses the load client's commands in the documentation, also those that take too long
 * to be run.
 */
class DocumentedCommandsTests {

	private static final Path ROOT = Path.of("..");

	/** In a fenced block, or between backquotes. */
	private static final Pattern COMMAND = Pattern
		.compile("(?m)(?:^(?:[A-Z_]+=\\S+ )*|`)\\./lab\\b((?:\\\\\n|[^`\n#])*)");

	private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

	private static final List<PropertyMetadata> PROPERTIES = PropertyMetadata.ofLoadClient();

	static List<String> commands() throws IOException {
		try (Stream<Path> pages = Stream.concat(Stream.of(ROOT.resolve("README.md")),
				Files.walk(ROOT.resolve("docs")))) {
			return pages.filter((page) -> page.toString().endsWith(".md"))
				.flatMap(DocumentedCommandsTests::commands)
				.distinct()
				.toList();
		}
	}

	private static Stream<String> commands(Path page) {
		try {
			return COMMAND.matcher(Files.readString(page))
				.results()
				.map((command) -> command.group(1).replace("\\\n", " ").strip())
				.filter((command) -> !command.matches("service.*|java-home.*|completion\\).*|.*[…&|\\[].*"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@ParameterizedTest
	@MethodSource("commands")
	void whenACommandIsDocumentedThenItCanBeParsedAndItsPropertiesExist(String command) {
		String[] words = WORD.matcher(command)
			.results()
			.map(MatchResult::group)
			.map((word) -> word.replaceAll("['\"]", ""))
			.toArray(String[]::new);
		assertThat(Invocation.parse(words).properties()).map((property) -> property.split("=")[0].substring(2))
			.filteredOn((name) -> name.matches("(load|experiment|search|tune|grid|serve)\\..*"))
			.allMatch((name) -> PROPERTIES.stream().anyMatch((known) -> isNamed(known, name)));
	}

	private static boolean isNamed(PropertyMetadata property, String name) {
		return name.equals(property.name()) || !property.isSingle() && name.startsWith(property.name() + ".");
	}

}
