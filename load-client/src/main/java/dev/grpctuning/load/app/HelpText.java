package dev.grpctuning.load.app;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.command.Option;
import dev.grpctuning.load.compare.experiment.ExperimentFile.BuiltInExperiments;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.template.Templates;

/** Texts about commands and properties, and the completions of them. */
final class HelpText {

	private HelpText() {
	}

	/** Explains all commands, a command, or the properties with a name or below it. */
	static String text(List<String> words) {
		return words.isEmpty() ? overview() : explain(words.getFirst().replaceFirst("^-+", ""));
	}

	/** Returns a script for bash and zsh. */
	static String completion() {
		return Templates.text("completion",
				Map.of("commands", CommandName.values(), "options",
						Arrays.stream(CommandName.values())
							.flatMap((command) -> command.options().stream())
							.filter(Option::hasValue)
							.distinct()
							.toList()));
	}

	private static String overview() {
		List<String> experiments = BuiltInExperiments.NAMES.stream()
			.map((name) -> "%-11s %s".formatted(name, BuiltInExperiments.description(name)))
			.toList();
		return Templates.text("help",
				Map.of("groups", CommandName.Group.values(), "options", Option.ALL, "experiments", experiments));
	}

	private static String explain(String word) {
		Optional<CommandName> command = CommandName.find(word);
		if (command.isPresent()) {
			return (Templates.text("help-command", Map.of("command", command.get())) + "\n\n"
					+ properties((each) -> each.name().startsWith(word + ".")))
				.strip();
		}
		String name = Option.ALL.stream()
			.filter((option) -> option.names().stream().anyMatch((each) -> each.replaceFirst("^-+", "").equals(word)))
			.map((option) -> option.property().name())
			.findFirst()
			.orElse(word);
		String found = properties((each) -> each.isBelow(name) || each.name().startsWith(name + "[]")
				|| each.name().startsWith(word + "."));
		if (found.isEmpty()) {
			List<String> known = Stream
				.concat(CommandName.all().stream(),
						PropertyMetadata.ofLoadClient().stream().map(PropertyMetadata::name))
				.toList();
			throw new UsageException("%s: there is no such command or property; %s".formatted(word, PropertyMetadata
				.hint(word, known, "./lab help lists the commands, ./lab help load the properties.")));
		}
		return found;
	}

	private static String properties(Predicate<PropertyMetadata> asked) {
		return Templates.text("help-properties",
				Map.of("properties",
						PropertyMetadata.ofLoadClient()
							.stream()
							.filter(asked)
							.map((property) -> Map.of("property", property, "options",
									Option.ALL.stream()
										.filter((option) -> option.property().equals(property))
										.flatMap((option) -> option.names().stream())
										.collect(Collectors.joining(", "))))
							.toList()));
	}

}
