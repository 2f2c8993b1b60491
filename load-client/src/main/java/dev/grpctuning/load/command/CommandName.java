package dev.grpctuning.load.command;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.metadata.PropertyMetadata;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;

/** Commands of the load client, by the word that selects them. */
public enum CommandName {

	RUN(Group.RUNNING, "[HOST:PORT]", "Send load once and print the result.", "grpc.client live load"),
	DRIVE(Group.RUNNING, "[HOST:PORT]", "Drive load until Ctrl-C. Serves health and metrics on 127.0.0.1:8082.",
			"grpc.client live load server management info"),
	SERVE(Group.RUNNING, "",
			"Wait for load plans, posted as JSON to 127.0.0.1:8082/actuator/load, and drive one at a time.",
			"grpc.client load server management info"),
	MERGE(Group.RUNNING, "FILE...", "Add up the results of several clients.", "grpc.client load"),

	DEMO(Group.STARTED, "", "Send one burst to a plain and to a tuned server. Takes half a minute.",
			"experiment grpc.client live load"),
	COMPARE(Group.STARTED, "",
			"Compare variants of a server. The default command; --experiment=NAME|FILE selects the experiment.",
			"experiment grpc.client live load"),
	AB(Group.STARTED, "OLD.jar NEW.jar",
			"Compare two builds in the same minutes. Exit with 2 if the new one is worse by --gate=5% or more.",
			"experiment grpc.client live load gate"),
	KNEE(Group.STARTED, "", "Find the highest rate at which an objective such as 'p99 < 10ms' holds, per variant.",
			"experiment grpc.client live load search"),
	TUNE(Group.STARTED, "", "Find settings that sustain a higher rate within the objective.",
			"experiment grpc.client live load search tune"),
	GRID(Group.STARTED, "", "Measure every combination of clients, simulated delay and codec.",
			"experiment grid grpc.client live load"),
	SERVICE(Group.STARTED, "", "Start hello-service. --spring.profiles.active=PROFILE selects its settings.", ""),

	DIFF(Group.RESULTS, "A B",
			"Compare two results, each a folder or a file. With --fail-on-regression, exit with 2 if B is worse; with --gate=5%, if by so much.",
			"grpc.client load fail-on-regression gate"),
	HISTORY(Group.RESULTS, "FOLDER", "Show the results in a folder over time, and where their figures change.",
			"grpc.client load"),
	REPORT(Group.RESULTS, "FOLDER", "Draw the report of compare, grid, knee, tune or run again.", ""),

	HELP(Group.OTHER, "[COMMAND|PROPERTY]", "Print all commands, or explain a command or properties.", ""),
	VERSION(Group.OTHER, "", "Print the version.", ""),
	COMPLETION(Group.OTHER, "", "Print completions for bash and zsh; use source <(./lab completion).", ""),
	JAVA_HOME(Group.OTHER, "", "Print the folder of the JDK in use.", "");

	private final Group group;

	private final String words;

	private final String description;

	private final List<String> prefixes;

	CommandName(Group group, String words, String description, String prefixes) {
		this.group = group;
		this.words = words;
		this.description = description;
		this.prefixes = List.of(prefixes.split(" "));
	}

	public static Optional<CommandName> find(String word) {
		return Arrays.stream(values()).filter((name) -> name.toString().equals(word)).findFirst();
	}

	/** Returns the words that select a command. */
	public static List<String> all() {
		return Arrays.stream(values()).map(CommandName::toString).toList();
	}

	public String description() {
		return this.description;
	}

	public String line() {
		return "%-24s %s".formatted(synopsis(), this.description);
	}

	/** The command and the words that may follow. */
	public String synopsis() {
		return (this + " " + this.words).strip();
	}

	int mostWords() {
		return this.words.isEmpty() ? 0 : this.words.startsWith("[") ? 1 : Integer.MAX_VALUE;
	}

	/** First parts of the names of its options, some of which set no property. */
	List<String> prefixes() {
		return this.prefixes;
	}

	/** First parts of the names of the properties that it uses, with commas. */
	public String usedProperties() {
		return this.prefixes.stream()
			.filter((prefix) -> PropertyMetadata.ofLoadClient().stream().anyMatch((each) -> each.isBelow(prefix)))
			.collect(Collectors.joining(", "));
	}

	public List<Option> shortOptions() {
		return Option.ALL.stream().filter((option) -> option.isOf(this)).toList();
	}

	/** Its short options, and one for each of the other properties that it uses. */
	public List<Option> options() {
		List<Option> shorts = shortOptions();
		Stream<Option> others = PropertyMetadata.ofLoadClient()
			.stream()
			.filter((each) -> each.isSingle() && this.prefixes.stream().anyMatch(each::isBelow))
			.filter((each) -> shorts.stream().noneMatch((option) -> option.replaces(each)))
			.map(Option::of);
		return Stream.concat(shorts.stream(), others).toList();
	}

	public boolean searches() {
		return this == KNEE || this == TUNE;
	}

	/** Refuses a format that is the layout of one run. */
	public RunFormat checked(RunFormat format) {
		if (format == RunFormat.QPS || format == RunFormat.GRID) {
			throw new UsageException("load.format: %s is the layout of one run; use table, json or csv with %s."
				.formatted(Templates.kebab(format), this));
		}
		return format;
	}

	@Override
	public String toString() {
		return Templates.kebab(this);
	}

	/** Group of commands in the help. */
	public enum Group {

		RUNNING("Load against a server that runs already"), STARTED("Load against servers that the lab starts itself"),
		RESULTS("Results"), OTHER("Other");

		private final String title;

		Group(String title) {
			this.title = title;
		}

		public String title() {
			return this.title;
		}

		public List<CommandName> commands() {
			return Arrays.stream(CommandName.values()).filter((name) -> name.group == this).toList();
		}

	}

}
