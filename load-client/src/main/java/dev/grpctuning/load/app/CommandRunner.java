package dev.grpctuning.load;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;

/**
 * Runs the command that the first argument without dashes names; {@code compare} if there
 * is none.
 */
@Component
class CommandRunner implements ApplicationRunner, ExitCodeGenerator {

	/**
	 * What names of options begin with: those of the client and of its libraries.
	 */
	private static final Set<String> OPTIONS = Set.of("load", "experiment", "grpc", "spring", "logging", "debug",
			"trace");

	private final List<Command> commands;

	private int exitCode;

	CommandRunner(List<Command> commands) {
		this.commands = commands;
	}

	@Override
	public void run(ApplicationArguments arguments) throws Exception {
		List<String> words = arguments.getNonOptionArgs();
		String name = words.isEmpty() ? CompareCommand.NAME : words.getFirst();
		Command command = this.commands.stream()
			.filter((candidate) -> candidate.name().equals(name))
			.findFirst()
			.orElseThrow(
					() -> new UsageException("%s: there is no such command; use one of %s, service.".formatted(name,
							this.commands.stream().map(Command::name).sorted().collect(Collectors.joining(", ")))));
		if (words.size() > 1 && !command.takesFiles()) {
			throw new UsageException("%s: not understood after %s; write options as --name=value, see help."
				.formatted(words.get(1), name));
		}
		for (String option : arguments.getOptionNames()) {
			String beginning = option.split("[.\\[]", 2)[0];
			if (!OPTIONS.contains(beginning) && !command.options().contains(beginning)) {
				throw new UsageException("--%s: %s".formatted(option, unknown(beginning, name)));
			}
		}
		this.exitCode = command.execute(words.subList(Math.min(1, words.size()), words.size()));
	}

	private String unknown(String beginning, String name) {
		String others = this.commands.stream()
			.filter((command) -> command.options().contains(beginning))
			.map(Command::name)
			.sorted()
			.collect(Collectors.joining(", "));
		return others.isEmpty() ? "there is no such property; check its spelling, see help."
				: "is an option of %s, not of %s; leave it out.".formatted(others, name);
	}

	@Override
	public int getExitCode() {
		return this.exitCode;
	}

}
