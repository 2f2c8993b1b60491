package dev.grpctuning.load.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.NearestName;

/**
 * A command line: the command, the words after it, and the properties that it sets, as
 * Spring's options.
 */
public record Invocation(CommandName command, List<String> words, List<String> properties) {

	/** First parts of the options that all commands have. */
	static final Set<String> COMMON = Set.of("load", "experiment", "grpc", "spring", "logging", "debug", "trace");

	/** Parses the arguments. Without a command, it is {@code compare}. */
	public static Invocation parse(String... args) {
		List<String> given = new ArrayList<>(List.of(args));
		if (given.equals(List.of("-V")) || given.equals(List.of("--version"))) {
			return new Invocation(CommandName.VERSION, List.of(), List.of());
		}
		if (given.isEmpty() || given.getFirst().startsWith("-")) {
			given.addFirst(CommandName.COMPARE.toString());
		}
		String word = given.removeFirst();
		CommandName command = CommandName.find(word)
			.orElseThrow(() -> new UsageException("%s: there is no such command; %s".formatted(word, NearestName
				.hint(word, CommandName.all(), "use one of " + String.join(", ", CommandName.all()) + "."))));
		if (given.contains("-h") || given.contains("--help")) {
			boolean bare = command == CommandName.HELP || !args[0].equals(word);
			return new Invocation(CommandName.HELP, bare ? List.of() : List.of(word), List.of());
		}
		if (command == CommandName.DEMO) {
			given.addFirst("--experiment=demo");
			return new Parser(CommandName.COMPARE).parse(given);
		}
		return new Parser(command).parse(given);
	}

	/** The arguments of the Spring application. */
	public String[] args() {
		return Stream.of(List.of(this.command.toString()), this.words, this.properties)
			.flatMap(List::stream)
			.toArray(String[]::new);
	}

	/** Parses what follows a command. */
	private record Parser(CommandName command) {

		private static final Pattern METADATA = Pattern.compile("--load\\.metadata[.\\[]", Pattern.CASE_INSENSITIVE);

		private Invocation parse(List<String> args) {
			CommandLine parser = CommandLines.parser(this.command);
			ParseResult result;
			try {
				result = parser.parseArgs(args.toArray(String[]::new));
			}
			catch (CommandLine.OverwrittenOptionException ex) {
				throw twice(names(ex.getOverwritten()));
			}
			catch (CommandLine.MissingParameterException ex) {
				throw new UsageException(
						"%s: has no value; write one after it.".formatted(names(ex.getMissing().getFirst())), ex);
			}
			catch (CommandLine.ParameterException ex) {
				throw new UsageException("%s: \"%s\" is not allowed; use true or false."
					.formatted(names(Objects.requireNonNull(ex.getArgSpec())), ex.getValue()), ex);
			}
			List<String> words = new ArrayList<>();
			List<String> properties = new ArrayList<>();
			for (ArgSpec matched : result.matchedArgs()) {
				if (matched instanceof OptionSpec option) {
					properties.add(CommandLines.setting(option));
				}
				else if (this.command == CommandName.RUN || this.command == CommandName.DRIVE) {
					properties.add("--load.target=" + matched.originalStringValues().getFirst());
				}
				else {
					words.addAll(matched.originalStringValues());
				}
			}
			result.unmatched().stream().peek(this::check).forEach(properties::add);
			List<String> joined = joined(properties);
			checkOnce(joined);
			return new Invocation(this.command, List.copyOf(words), joined);
		}

		private static String names(ArgSpec option) {
			return String.join(", ", ((OptionSpec) option).names());
		}

		/** Properties with an index or a key of their own are in no list of names. */
		private void check(String unmatched) {
			if (!unmatched.startsWith("-")) {
				throw new UsageException(
						"%s: not understood after %s; write options as --name=value, see ./lab help %s."
							.formatted(unmatched, this.command, this.command));
			}
			String name = unmatched.split("=", 2)[0];
			String first = name.replaceFirst("^--", "").split("[.\\[]", 2)[0];
			if (!name.startsWith("--") || !COMMON.contains(first) && !this.command.options().contains(first)) {
				throw new UsageException("%s: %s".formatted(name, unknown(name, first)));
			}
		}

		private String unknown(String name, String first) {
			List<String> others = Stream.of(CommandName.values())
				.filter((other) -> other.options().contains(first)
						|| ShortOption.of(other).stream().anyMatch((option) -> option.names().contains(name)))
				.map(CommandName::toString)
				.toList();
			return !others.isEmpty()
					? "is an option of %s, not of %s; leave it out.".formatted(String.join(", ", others), this.command)
					: "there is no such option; " + NearestName.hint(name, CommandLines.names(this.command),
							"./lab help %s lists the options.".formatted(this.command));
		}

		/** Several values of a metadata key become lines of one. */
		private static List<String> joined(List<String> properties) {
			Map<String, List<String>> byName = new LinkedHashMap<>();
			List<String> joined = new ArrayList<>();
			for (String property : properties) {
				String[] parts = property.split("=", 2);
				if (parts.length == 2 && METADATA.matcher(parts[0]).lookingAt()) {
					byName.computeIfAbsent(parts[0], (name) -> new ArrayList<>()).add(parts[1]);
				}
				else {
					joined.add(property);
				}
			}
			byName.forEach((name, values) -> joined.add(name + "=" + Headers.text(values)));
			return List.copyOf(joined);
		}

		/** Spring would join the values of an option that is given twice. */
		private static void checkOnce(List<String> properties) {
			Set<String> names = new HashSet<>();
			for (String property : properties) {
				String name = property.split("=", 2)[0];
				if (!names.add(name.toLowerCase(Locale.ROOT).replaceAll("[-_]", ""))) {
					throw twice(name);
				}
			}
		}

		private static UsageException twice(String name) {
			return new UsageException("%s: is given twice; give it once.".formatted(name));
		}

	}

}
