package dev.grpctuning.load.app;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.ExitCodeGenerator;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.config.MetadataKeys;
import dev.grpctuning.load.live.Live;

/** Runs the command that the first word names. */
@Component
class CommandRunner implements ApplicationRunner, ExitCodeGenerator {

	private final Map<String, Command> commands;

	private final ConfigurableEnvironment environment;

	private final Live live;

	private int exitCode;

	CommandRunner(Map<String, Command> commands, ConfigurableEnvironment environment, Live live) {
		this.commands = commands;
		this.environment = environment;
		this.live = live;
	}

	@Override
	public void run(ApplicationArguments arguments) throws Exception {
		MetadataKeys.check(this.environment.getPropertySources());
		List<String> words = arguments.getNonOptionArgs();
		Command command = Objects.requireNonNull(this.commands.get(words.getFirst()), words::getFirst);
		this.exitCode = this.live.keep(command.execute(words.subList(1, words.size())));
	}

	@Override
	public int getExitCode() {
		return this.exitCode;
	}

}
