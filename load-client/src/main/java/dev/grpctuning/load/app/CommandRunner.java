package dev.grpctuning.load.app;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.failure.UsageException;

/** Runs the command that the first argument names, or {@code compare}. */
@Component
class CommandRunner implements ApplicationRunner, ExitCodeGenerator {

	/** First parts of the options that all commands have. */
	private static final Set<String> OPTIONS = Set.of("load", "experiment", "grpc", "spring", "logging", "debug",
			"trace");

	private final Map<String, Command> commands;

	private int exitCode;

	CommandRunner(Map<String, Command> commands) {
		this.commands = commands;
	}

	@Override
	public void run(ApplicationArguments arguments) throws Exception {
		List<String> words = arguments.getNonOptionArgs();
		String word = CommandName.word(words);
		CommandName name = CommandName.find(word)
			.orElseThrow(() -> new UsageException(
					"%s: there is no such command; use one of %s, service.".formatted(word, names((each) -> true))));
		if (words.size() > 1 && !name.takesFiles()) {
			throw new UsageException("%s: not understood after %s; write options as --name=value, see help."
				.formatted(words.get(1), name));
		}
		for (String option : arguments.getOptionNames()) {
			String first = option.split("[.\\[]", 2)[0];
			if (!OPTIONS.contains(first) && !name.options().contains(first)) {
				throw new UsageException("--%s: %s".formatted(option, unknown(first, name)));
			}
		}
		Command command = Objects.requireNonNull(this.commands.get(name.toString()), name::toString);
		this.exitCode = command.execute(words.subList(Math.min(1, words.size()), words.size()));
		if (System.out.checkError()) {
			throw new UsageException("standard output: cannot be written; make room for it, or print to another file.");
		}
	}

	private static String unknown(String option, CommandName name) {
		String others = names((each) -> each.options().contains(option));
		return others.isEmpty() ? "there is no such property; check its spelling, see help."
				: "is an option of %s, not of %s; leave it out.".formatted(others, name);
	}

	private static String names(Predicate<CommandName> filter) {
		return Arrays.stream(CommandName.values())
			.filter(filter)
			.map(CommandName::toString)
			.sorted()
			.collect(Collectors.joining(", "));
	}

	@Override
	public int getExitCode() {
		return this.exitCode;
	}

}
