package dev.grpctuning.load.cli;

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

	COMPARE, RUN, DRIVE("server", "management", "info"), SERVE("serve", "server", "management", "info"), GRID("grid"),
	KNEE("search"), TUNE("search", "tune"), MERGE, REPORT, DIFF("fail-on-regression"), HELP;

	private final Set<String> options;

	CommandName(String... options) {
		this.options = Set.of(options);
	}

	public static Optional<CommandName> find(String word) {
		return Arrays.stream(values()).filter((name) -> name.toString().equals(word)).findFirst();
	}

	/** Returns the word that selects the command, {@code compare} without words. */
	public static String word(List<String> words) {
		return words.isEmpty() ? COMPARE.toString() : words.getFirst();
	}

	/** First parts of the options that only some commands have. */
	public Set<String> options() {
		return this.options;
	}

	/** Whether names of files or folders may follow the word. */
	public boolean takesFiles() {
		return this == MERGE || this == REPORT || this == DIFF;
	}

	public boolean hasActuator() {
		return this == DRIVE || this == SERVE;
	}

	/** Whether the word is also a Spring profile, with defaults for the command. */
	public boolean hasProfile() {
		return Set.of(DRIVE, SERVE, GRID, KNEE, TUNE).contains(this);
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
		return name().toLowerCase(Locale.ROOT);
	}

}
