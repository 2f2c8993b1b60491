package dev.grpctuning.load.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;

/** Commands of the load client, by the word that selects them. */
public enum CommandName {

	RUN(Group.RUNNING, "[HOST:PORT]", "Send load once and print the result.", "live"),
	DRIVE(Group.RUNNING, "[HOST:PORT]", "Drive load until Ctrl-C. Serves health and metrics on 127.0.0.1:8082.", "live",
			"server", "management", "info"),
	SERVE(Group.RUNNING, "",
			"Wait for load plans, posted as JSON to 127.0.0.1:8082/actuator/load, and drive one at a time.", "serve",
			"server", "management", "info"),
	MERGE(Group.RUNNING, "FILE...", "Add up the results of several clients."),

	DEMO(Group.STARTED, "", "Send one burst to a plain and to a tuned server. Takes half a minute.", "live"),
	COMPARE(Group.STARTED, "",
			"Compare variants of a server. The default command; --experiment=NAME|FILE selects the experiment.",
			"live"),
	AB(Group.STARTED, "OLD.jar NEW.jar",
			"Compare two builds in the same minutes. Exit with 2 if the new one is worse by --gate=5% or more.", "gate",
			"live"),
	KNEE(Group.STARTED, "", "Find the highest rate at which an objective such as 'p99 < 10ms' holds, per variant.",
			"live", "search"),
	TUNE(Group.STARTED, "", "Find settings that sustain a higher rate within the objective.", "live", "search", "tune"),
	GRID(Group.STARTED, "", "Measure every combination of clients, simulated delay and codec.", "grid", "live"),
	SERVICE(Group.STARTED, "", "Start hello-service. --spring.profiles.active=PROFILE selects its settings."),

	DIFF(Group.RESULTS, "A B",
			"Compare two results, each a folder or a file. With --fail-on-regression, exit with 2 if B is worse; with --gate=5%, if by so much.",
			"fail-on-regression", "gate"),
	HISTORY(Group.RESULTS, "FOLDER", "Show the results in a folder over time, and where their figures change."),
	REPORT(Group.RESULTS, "FOLDER", "Draw the report of compare, grid, knee, tune or run again."),

	HELP(Group.OTHER, "[COMMAND|PROPERTY]",
			"Print all commands, or explain a command, a property or all below a name."),
	VERSION(Group.OTHER, "", "Print the version."),
	COMPLETION(Group.OTHER, "", "Print completions for bash and zsh; use source <(./lab completion)."),
	JAVA_HOME(Group.OTHER, "", "Print the folder of the JDK in use.");

	private final Group group;

	private final String words;

	private final String description;

	private final Set<String> options;

	CommandName(Group group, String words, String description, String... options) {
		this.group = group;
		this.words = words;
		this.description = description;
		this.options = Set.of(options);
	}

	public static Optional<CommandName> find(String word) {
		return Arrays.stream(values()).filter((name) -> name.toString().equals(word)).findFirst();
	}

	/** Returns the words that select a command. */
	public static List<String> all() {
		return Arrays.stream(values()).map(CommandName::toString).toList();
	}

	public Group group() {
		return this.group;
	}

	/** Words that may follow, as in a synopsis. */
	public String words() {
		return this.words;
	}

	public String description() {
		return this.description;
	}

	/** First parts of the options that only some commands have. */
	Set<String> options() {
		return this.options;
	}

	/** Whether the script lab runs the command itself, without the load client. */
	public boolean isOfScript() {
		return this == SERVICE || this == JAVA_HOME;
	}

	/** Whether properties change what it does. */
	public boolean hasProperties() {
		return this.group != Group.OTHER && !isOfScript() && this != REPORT;
	}

	public boolean hasActuator() {
		return this == DRIVE || this == SERVE;
	}

	/** Whether the word is also a Spring profile, with defaults for the command. */
	public boolean hasProfile() {
		return Set.of(DRIVE, SERVE, GRID, AB, KNEE, TUNE).contains(this);
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
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

	}

}
