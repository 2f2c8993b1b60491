package dev.grpctuning.load.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.DefaultApplicationArguments;

import dev.grpctuning.load.cli.Command;
import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link CommandRunner}. */
@Tag(Approved.TAG)
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
		assertRefused("fly");
		assertThat(this.done).isEmpty();
	}

	@Test
	void whenThereIsAnExtraWordThenItIsRefusedAndNothingIsDone() {
		assertRefused("run", "load.channels=2");
		assertThat(this.done).isEmpty();
	}

	@Test
	void whenOptionIsOneOfAnotherCommandThenItIsRefusedAndNothingIsDone() throws Exception {
		run("--server.port=0", "serve");
		assertThat(this.done).containsExactly(CommandName.SERVE);
		this.done.clear();
		assertRefused("--server.port=0", "run");
		assertThat(this.done).isEmpty();
	}

	@Test
	void whenOptionIsOneOfNoCommandThenItIsRefusedAndNothingIsDone() {
		assertRefused("--sevrer.port=0", "run");
		assertThat(this.done).isEmpty();
	}

	private void assertRefused(String... arguments) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run(arguments))
			.satisfies((ex) -> Approved.assertCase("input.txt", ex.getMessage()));
	}

	private void run(String... arguments) throws Exception {
		this.runner.run(new DefaultApplicationArguments(arguments));
	}

	/** Remembers that it was run. */
	private Command noted(CommandName name, int exitCode) {
		return (files) -> {
			this.done.add(name);
			return exitCode;
		};
	}

}
