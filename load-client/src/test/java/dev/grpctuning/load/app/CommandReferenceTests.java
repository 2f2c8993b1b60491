package dev.grpctuning.load.app;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.command.Option;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.testkit.ReferenceFile;
import dev.grpctuning.testkit.SchemaTables;

import static org.assertj.core.api.Assertions.assertThat;

/** The references of commands and properties are those of the code. */
class CommandReferenceTests {

	private static final Pattern EXIT_CODE = Pattern.compile("^\\| (\\d+) \\|", Pattern.MULTILINE);

	@Test
	void commandsAreThoseOfTheCode() throws IOException {
		StringBuilder text = new StringBuilder();
		for (CommandName.Group group : CommandName.Group.values()) {
			text.append("### %s\n\n".formatted(group.title()))
				.append(SchemaTables.table(List.of("command", "description", "short options"),
						group.commands().stream().map(CommandReferenceTests::row).toList()))
				.append('\n');
		}
		text.append("### Short options\n\n")
			.append(SchemaTables.table(List.of("option", "property"),
					Option.ALL.stream()
						.map((option) -> List.of(names(option, option.value()), "`%s`".formatted(option.setting())))
						.toList()));
		ReferenceFile.checkPart("commands.md", "commands", text.toString());
	}

	private static List<String> row(CommandName command) {
		return List.of("`%s`".formatted(command.synopsis()), escaped(command.description()),
				command.shortOptions()
					.stream()
					.map((option) -> "`" + option.names().getFirst() + "`")
					.collect(Collectors.joining(", ")));
	}

	private static String names(Option option, String value) {
		return option.names().stream().map((name) -> "`" + name + value + "`").collect(Collectors.joining(", "));
	}

	/** Turns Javadoc into Markdown, in which a sign begins a tag. */
	private static String escaped(String text) {
		return text.replaceAll("\\s+", " ").replaceAll("\\{@\\w+ ([^}]*)}", "`$1`").replace("<", "&lt;");
	}

	@Test
	void exitCodesAreThoseOfTheCode() throws Exception {
		Set<Integer> codes = new TreeSet<>();
		for (Field field : ExitCode.class.getDeclaredFields()) {
			if (Modifier.isStatic(field.getModifiers()) && field.getType() == int.class) {
				field.setAccessible(true);
				codes.add((Integer) field.get(null));
			}
		}
		assertThat(EXIT_CODE.matcher(Files.readString(ReferenceFile.of("commands.md")))
			.results()
			.map((match) -> Integer.valueOf(match.group(1)))).containsExactlyElementsOf(codes);
	}

	@Test
	void propertiesAreThoseOfTheCode() throws IOException {
		Map<String, List<PropertyMetadata>> prefixes = PropertyMetadata.ofLoadClient()
			.stream()
			.collect(Collectors.groupingBy((property) -> prefix(property.name()), TreeMap::new, Collectors.toList()));
		StringBuilder text = new StringBuilder();
		prefixes.forEach((prefix, properties) -> text.append("## `%s.*`\n\n".formatted(prefix))
			.append(SchemaTables.table(List.of("property", "default", "description", "allowed values", "short option"),
					properties.stream().map(CommandReferenceTests::row).toList()))
			.append('\n'));
		ReferenceFile.checkPart("load-properties.md", "properties", text.toString());
	}

	private static String prefix(String name) {
		return name.startsWith("grpc.client.") ? "grpc.client.GLOBAL" : name.replaceFirst("\\..*", "");
	}

	private static List<String> row(PropertyMetadata property) {
		String value = property.defaultText();
		assertThat(property.description()).as(property.name()).isNotNull();
		return List.of("`" + property.name() + "`", (value != null) ? "`" + value + "`" : "", escaped(property.text()),
				values(property.type()),
				Option.ALL.stream()
					.filter((option) -> option.property().equals(property))
					.map((option) -> names(option, ""))
					.collect(Collectors.joining(", ")));
	}

	private static String values(String type) {
		if (type.startsWith("java.util.List<")) {
			return "list: " + values(type.substring(type.indexOf('<') + 1, type.length() - 1));
		}
		if (type.startsWith("java.util.Map<")) {
			return values(type.substring(type.indexOf(',') + 1, type.length() - 1)) + " by name";
		}
		List<String> choices = new PropertyMetadata("", type, null, null).choices();
		if (!choices.isEmpty()) {
			return choices.stream().map((choice) -> "`" + choice + "`").collect(Collectors.joining(", "));
		}
		String name = type.replaceAll(".*[.$]", "");
		return switch (name) {
			case "Boolean" -> "`true`, `false`";
			case "Integer", "Long" -> "whole number";
			case "Double" -> "number";
			case "String" -> "text";
			case "DataSize" -> "size";
			case "URI" -> "URI";
			case "Resource" -> "resource";
			case "Duration", "Path" -> name.toLowerCase(Locale.ROOT);
			case "Instant" -> "time";
			case "WarmupTime" -> "duration, `auto`";
			case "PrecisionGoal" -> "figure ± percent";
			case "VariantProperties", "WorkloadProperties" -> "properties below";
			default -> throw new IllegalArgumentException(type + " has no words");
		};
	}

}
