package dev.grpctuning.load.app;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.ExitCode;
import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandLines;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.command.ShortOption;
import dev.grpctuning.load.compare.experiment.BuiltInExperiments;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.NearestName;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.template.Templates;

/** Prints all commands, or explains one of them, a property, or all below a name. */
class HelpCommand implements Command {

	@Override
	public int execute(List<String> words) {
		System.out.println(text(words));
		return ExitCode.OK;
	}

	static String text(List<String> words) {
		return words.isEmpty() ? overview() : explain(words.getFirst().replaceFirst("^-+", ""));
	}

	private static String overview() {
		List<Group> groups = Arrays.stream(CommandName.Group.values()).map(Group::of).toList();
		List<String> experiments = BuiltInExperiments.NAMES.stream()
			.map((name) -> "%-11s %s".formatted(name, BuiltInExperiments.description(name)))
			.toList();
		List<String> options = ShortOption.ALL.stream().map(HelpCommand::line).toList();
		return Templates.text("help", Map.of("groups", groups, "options", options, "experiments", experiments));
	}

	private static String line(ShortOption option) {
		String names = String.join(", ", option.names()) + option.value();
		return "%-32s --%s%s".formatted(names, option.property(), (option.fixed() != null) ? "=" + option.fixed() : "");
	}

	private static String explain(String word) {
		Optional<CommandName> command = CommandName.find(word);
		if (command.isPresent()) {
			List<Property> own = properties((name) -> name.startsWith(word + "."));
			return Templates.text("help-command", View.of(command.get())) + (own.isEmpty() ? "" : "\n\n" + listed(own));
		}
		String name = Stream.concat(ShortOption.ALL.stream()
			.filter((option) -> option.names().stream().anyMatch((each) -> each.replaceFirst("^-+", "").equals(word)))
			.map(ShortOption::property), Stream.of(word)).findFirst().orElseThrow();
		List<Property> found = properties((each) -> each.equals(name) || each.startsWith(name + ".")
				|| each.startsWith(name + "[]") || each.startsWith(word + "."));
		if (found.isEmpty()) {
			List<String> known = Stream
				.concat(CommandName.all().stream(),
						PropertyMetadata.ofLoadClient().stream().map(PropertyMetadata::name))
				.toList();
			throw new UsageException("%s: there is no such command or property; %s".formatted(word,
					NearestName.hint(word, known, "./lab help lists the commands, ./lab help load the properties.")));
		}
		return listed(found);
	}

	private static List<Property> properties(Predicate<String> named) {
		return PropertyMetadata.ofLoadClient()
			.stream()
			.filter((property) -> named.test(property.name()))
			.map(Property::of)
			.toList();
	}

	private static String listed(List<Property> properties) {
		return Templates.text("help-properties", Map.of("properties", properties));
	}

	private record Group(String title, List<String> commands) {

		private static Group of(CommandName.Group group) {
			return new Group(group.title(),
					Arrays.stream(CommandName.values())
						.filter((name) -> name.group() == group)
						.map((name) -> "%-24s %s".formatted((name + " " + name.words()).strip(), name.description()))
						.toList());
		}

	}

	private record View(CommandName command, boolean hasProperties, List<Option> options, List<String> prefixes) {

		private static View of(CommandName command) {
			List<PropertyMetadata> properties = PropertyMetadata.ofLoadClient();
			return new View(command, command.hasProperties(),
					ShortOption.of(command).stream().map((option) -> Option.of(option, properties)).toList(),
					List.copyOf(CommandLines.prefixes(command)));
		}

	}

	private record Option(String names, String description) {

		private static Option of(ShortOption option, List<PropertyMetadata> properties) {
			String names = String.join(", ", option.names());
			if (option.fixed() != null) {
				return new Option(names, "Use TLS. ./lab help grpc.client explains the certificates.");
			}
			return new Option("%s, --%s%s".formatted(names, option.property(), option.value()),
					properties.stream()
						.filter((property) -> property.name().equals(option.property()))
						.findFirst()
						.orElseThrow()
						.text());
		}

	}

	private record Property(String name, @Nullable String defaultValue, String description, @Nullable String choices,
			@Nullable String options, @Nullable String variable) {

		private static Property of(PropertyMetadata metadata) {
			List<String> choices = metadata.choices();
			List<ShortOption> options = ShortOption.ALL.stream()
				.filter((option) -> option.property().equals(metadata.name()))
				.toList();
			return new Property(metadata.name(), metadata.defaultText(), metadata.text(),
					choices.isEmpty() ? null : String.join(", ", choices),
					options.isEmpty() ? null
							: options.stream()
								.flatMap((option) -> option.names().stream())
								.collect(Collectors.joining(", ")),
					metadata.isSingle() ? metadata.variable() : null);
		}

	}

}
