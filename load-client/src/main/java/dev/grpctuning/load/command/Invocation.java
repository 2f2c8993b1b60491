package dev.grpctuning.load.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;

/**
 * A command line: the command, the words after it, and the properties that it sets, as
 * Spring's options.
 */
public record Invocation(CommandName command, List<String> words, List<String> properties) {

	/** First parts of the options that all commands have. */
	private static final Set<String> COMMON = Set.of("load", "experiment", "grpc", "spring", "logging", "debug",
			"trace");

	private static final Pattern OURS = Pattern.compile("(LOAD|EXPERIMENT)_.*");

	/** Kubernetes sets such variables for a service that is named load or experiment. */
	private static final Pattern OF_KUBERNETES = Pattern.compile(".*_(SERVICE_(HOST|PORT).*|PORT(_\\d+_(TCP|UDP).*)?)");

	private static final String PROTO_PATH = "load.protopath";

	private static final Pattern METADATA = Pattern.compile("--load\\.metadata[.\\[]", Pattern.CASE_INSENSITIVE);

	/** Parses the arguments. Without a command, it is {@code compare}. */
	public static Invocation parse(String... args) {
		List<String> given = new ArrayList<>(List.of(args));
		if (given.equals(List.of("--version"))) {
			return new Invocation(CommandName.VERSION, List.of(), List.of());
		}
		if (given.isEmpty() || given.getFirst().startsWith("-")) {
			given.addFirst(CommandName.COMPARE.toString());
		}
		String word = given.removeFirst();
		CommandName command = CommandName.find(word)
			.orElseThrow(() -> unknown(word, "command", CommandName.all(),
					"use one of " + String.join(", ", CommandName.all()) + "."));
		if (given.contains("-h") || given.contains("--help")) {
			boolean bare = command == CommandName.HELP || !args[0].equals(word);
			return new Invocation(CommandName.HELP, bare ? List.of() : List.of(word), List.of());
		}
		if (command == CommandName.DEMO) {
			given.addFirst("--experiment=demo");
			return new Parser(CommandName.COMPARE).parse(given.iterator());
		}
		return new Parser(command).parse(given.iterator());
	}

	/** The arguments of the Spring application. */
	public String[] args() {
		return Stream.of(List.of(this.command.toString()), this.words, this.properties)
			.flatMap(List::stream)
			.toArray(String[]::new);
	}

	/**
	 * Refuses environment variables that look like properties, and that Spring ignores.
	 */
	public static void checkVariables(Set<String> variables) {
		List<PropertyMetadata> properties = PropertyMetadata.ofLoadClient();
		variables.stream()
			.filter((variable) -> OURS.matcher(variable).matches() && !OF_KUBERNETES.matcher(variable).matches())
			.filter((variable) -> properties.stream().noneMatch((property) -> property.isSetBy(variable)))
			.findFirst()
			.ifPresent((variable) -> {
				throw new UsageException("environment variable %s: there is no such property; %s".formatted(variable,
						PropertyMetadata.hint(variable, properties.stream().map(PropertyMetadata::variable).toList(),
								"unset it, or see ./lab help load.")));
			});
	}

	private static UsageException unknown(String given, String kind, Collection<String> known, String otherwise) {
		return new UsageException(
				"%s: there is no such %s; %s".formatted(given, kind, PropertyMetadata.hint(given, known, otherwise)));
	}

	/** Parses what follows a command. */
	private static final class Parser {

		private final CommandName command;

		private final Map<String, Option> options = new LinkedHashMap<>();

		private final List<String> words = new ArrayList<>();

		/**
		 * Spring options with their values, by a name that is the same in each spelling.
		 */
		private final Map<String, Map.Entry<String, List<String>>> properties = new LinkedHashMap<>();

		Parser(CommandName command) {
			this.command = command;
			command.options().forEach((option) -> option.allNames().forEach((name) -> this.options.put(name, option)));
		}

		Invocation parse(Iterator<String> args) {
			while (args.hasNext()) {
				String argument = args.next();
				if (argument.startsWith("-") && argument.length() > 1) {
					option(argument, args);
				}
				else if (this.words.size() == this.command.mostWords()) {
					throw new UsageException(
							"%s: not understood after %s; write options as --name=value, see ./lab help %s."
								.formatted(argument, this.command, this.command));
				}
				else {
					this.words.add(argument);
				}
			}
			if (this.command == CommandName.RUN || this.command == CommandName.DRIVE) {
				this.words.forEach((target) -> set("--load.target", target));
				this.words.clear();
			}
			return new Invocation(this.command, List.copyOf(this.words), this.properties.values()
				.stream()
				.map((set) -> set.getKey() + (set.getValue().isEmpty() ? "" : "=" + text(set.getKey(), set.getValue())))
				.toList());
		}

		private void option(String argument, Iterator<String> args) {
			boolean attached = argument.matches("-[^-][^=].*") && this.options.containsKey(argument.substring(0, 2));
			String[] parts = argument.split(attached ? "(?<=^-.)" : "=", 2);
			Option option = this.options.get(parts[0]);
			String value = (parts.length == 2) ? parts[1] : null;
			if (option == null) {
				checkUnlisted(parts[0]);
				set(parts[0], value);
				return;
			}
			if (value == null) {
				value = option.hasValue() ? next(args) : option.implied();
			}
			if (value == null) {
				throw new UsageException(
						"%s: has no value; write one after it.".formatted(String.join(", ", option.allNames())));
			}
			if (option.fixed() != null && !option.fixed().equals(value)) {
				throw new UsageException("%s: takes no value; write it alone.".formatted(parts[0]));
			}
			set("--" + option.property().name(), value);
		}

		private @Nullable String next(Iterator<String> args) {
			String next = args.hasNext() ? args.next() : "";
			return (next.isEmpty() || this.options.containsKey(next.split("=", 2)[0])) ? null : next;
		}

		private static String text(String name, List<String> values) {
			return METADATA.matcher(name).lookingAt() ? Headers.text(values) : String.join(",", values);
		}

		/**
		 * Several values of a metadata key become lines of one, and those of
		 * {@code load.proto-path} a list.
		 */
		private void set(String name, @Nullable String value) {
			boolean metadata = METADATA.matcher(name).lookingAt();
			String form = metadata ? name : name.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
			if (this.properties.containsKey(form) && !metadata && !form.equals(PROTO_PATH)) {
				// Spring would join the values.
				throw new UsageException("%s: is given twice; give it once.".formatted(name));
			}
			List<String> values = this.properties.computeIfAbsent(form, (any) -> Map.entry(name, new ArrayList<>()))
				.getValue();
			if (value != null) {
				values.add(value);
			}
		}

		/** Properties with an index or a key of their own are in no list of names. */
		private void checkUnlisted(String name) {
			String first = name.replaceFirst("^--", "").split("[.\\[]", 2)[0];
			if (!name.startsWith("--") || !COMMON.contains(first) && !this.command.prefixes().contains(first)) {
				throw unknown(name, "option of " + this.command, this.options.keySet(),
						"./lab help %s lists its options.".formatted(this.command));
			}
		}

	}

}
