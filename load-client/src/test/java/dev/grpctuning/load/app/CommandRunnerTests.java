package dev.grpctuning.load.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.DefaultApplicationArguments;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link CommandRunner}.
 */
class CommandRunnerTests {

	private final List<CommandName> done = new ArrayList<>();

	private final CommandRunner runner = new CommandRunner(Map.of("run", noted(CommandName.RUN, 3), "compare",
			noted(CommandName.COMPARE, 7), "serve", noted(CommandName.SERVE, 0)));

	@Test
	void whenCommandIsNamedThenItIsDoneAndItsExitCodeKept() throws Exception {
		run("--load.channels=2", "run");
		assertThat(this.done).containsExactly(CommandName.RUN);
		assertThat(this.runner.getExitCode()).isEqualTo(3);
	}

	@Test
	void whenNoCommandIsNamedThenItIsCompare() throws Exception {
		run("--experiment.only=plain");
		assertThat(this.done).containsExactly(CommandName.COMPARE);
		assertThat(this.runner.getExitCode()).isEqualTo(7);
	}

	@Test
	void whenThereIsNoSuchCommandThenTheLineListsThem() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run("fly"))
			.withMessage(
					"fly: there is no such command; use one of compare, diff, drive, grid, help, knee, merge, report, run, serve, tune, service.");
		assertThat(this.done).isEmpty();
	}

	@Test
	void whenThereIsAnExtraWordThenItIsRefusedAndNothingIsDone() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run("run", "load.channels=2"))
			.withMessage("load.channels=2: not understood after run; write options as --name=value, see help.");
		assertThat(this.done).isEmpty();
	}

	@Test
	void whenOptionIsOneOfAnotherCommandThenItIsRefusedAndNothingIsDone() throws Exception {
		run("--server.port=0", "serve");
		assertThat(this.done).containsExactly(CommandName.SERVE);
		this.done.clear();
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run("--server.port=0", "run"))
			.withMessage("--server.port: is an option of drive, serve, not of run; leave it out.");
		assertThat(this.done).isEmpty();
	}

	@Test
	void whenOptionIsOneOfNoCommandThenItIsRefusedAndNothingIsDone() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run("--sevrer.port=0", "run"))
			.withMessage("--sevrer.port: there is no such property; check its spelling, see help.");
		assertThat(this.done).isEmpty();
	}

	private void run(String... arguments) throws Exception {
		this.runner.run(new DefaultApplicationArguments(arguments));
	}

	/**
	 * Remembers that it was run.
	 */
	private Command noted(CommandName name, int exitCode) {
		return (files) -> {
			this.done.add(name);
			return exitCode;
		};
	}

}
