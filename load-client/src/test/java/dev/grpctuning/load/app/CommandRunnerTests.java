package dev.grpctuning.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.boot.DefaultApplicationArguments;

import dev.grpctuning.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link CommandRunner}.
 */
class CommandRunnerTests {

	private final List<String> done = new ArrayList<>();

	private final CommandRunner runner = new CommandRunner(List.of(new Noted("run", 3), new Noted("help", 0),
			new Noted("compare", 7), new Noted("serving", 0, "server")));

	@Test
	void whenCommandIsNamedThenItIsDoneAndItsExitCodeKept() throws Exception {
		run("--load.channels=2", "run");
		assertThat(this.done).containsExactly("run");
		assertThat(this.runner.getExitCode()).isEqualTo(3);
	}

	@Test
	void whenNoCommandIsNamedThenItIsCompare() throws Exception {
		run("--experiment.only=plain");
		assertThat(this.done).containsExactly("compare");
		assertThat(this.runner.getExitCode()).isEqualTo(7);
	}

	@Test
	void whenThereIsNoSuchCommandThenTheLineListsThem() {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run("fly"))
			.withMessage("fly: there is no such command; use one of compare, help, run, serving, service.");
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
		run("--server.port=0", "serving");
		assertThat(this.done).containsExactly("serving");
		this.done.clear();
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> run("--server.port=0", "run"))
			.withMessage("--server.port: is an option of serving, not of run; leave it out.");
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
	 * Notes that it was done.
	 */
	private final class Noted implements Command {

		private final String name;

		private final int exitCode;

		private final Set<String> options;

		Noted(String name, int exitCode, String... options) {
			this.name = name;
			this.exitCode = exitCode;
			this.options = Set.of(options);
		}

		@Override
		public String name() {
			return this.name;
		}

		@Override
		public Set<String> options() {
			return this.options;
		}

		@Override
		public int execute(List<String> files) {
			CommandRunnerTests.this.done.add(this.name);
			return this.exitCode;
		}

	}

}
