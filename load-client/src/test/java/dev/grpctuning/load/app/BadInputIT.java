package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

import dev.grpctuning.load.result.Approved;
import dev.grpctuning.testkit.Application;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bad input, all of it in this process: {@link LabIT} shows once that a process ends like
 * this too.
 */
@Timeout(120)
@Tag(Approved.TAG)
@ExtendWith(OutputCaptureExtension.class)
class BadInputIT {

	/** What the launcher adds. */
	private static final String SERVICE = "--experiment.server.jar=" + Application.HELLO_SERVICE.jar();

	private static final String FILE = "bad-input.txt";

	private static final String PROMPT = "$ ./lab ";

	private static final Pattern ARGUMENT = Pattern.compile("(?:[^ ']|'[^']*')+");

	private static final Pattern NEEDS_SERVICE = Pattern.compile("lab (knee|tune|--experiment)");

	@TempDir
	private Path folder;

	private final CapturedOutput output;

	BadInputIT(CapturedOutput output) {
		this.output = output;
	}

	@Test
	void whenTheLabHasABugThenTheExitCodeIsNotThatOfBadInput() {
		assertThat(LoadClientApplication.launch("merge", "a.json", "--spring.main.sources=" + Bug.class.getName()))
			.isEqualTo(70);
		assertThat(this.output.getAll()).contains("IllegalStateException: a bug", "\tat ");
	}

	/** The approved file has the commands, too. */
	@Test
	void badInputIsOneLineAndExitCodeOne() throws IOException {
		List<String> commands = Files.readAllLines(Approved.FOLDER.resolve(FILE))
			.stream()
			.filter((line) -> line.startsWith(PROMPT))
			.toList();
		List<String> printed = new ArrayList<>();
		for (String command : commands) {
			int before = this.output.getErr().length();
			assertThat(LoadClientApplication.launch(arguments(command))).as(command).isEqualTo(1);
			List<String> lines = this.output.getErr().substring(before).lines().toList();
			assertThat(lines).as(command).hasSize(1);
			printed.add(command + "\n" + lines.getFirst().replace(Path.of("").toAbsolutePath().toString(), "."));
		}
		assertThat(this.output.getOut()).isEmpty();
		Approved.assertApproved(FILE, String.join("\n\n", printed));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					name: broken; variants: [ | typo.yml: cannot be read (
					name: typo; variants:; - name: a;   profil: plain | variants[0].profil: there is no such property (typo.yml:5)
					name: typo; varaints:; - name: a | varaints[0].name: there is no such property (typo.yml:4)
					name: twice; variants:; - name: a; - name: b; - name: a | experiment.variants[2].name: "a" is not allowed \
					(typo.yml:6). It must be unique in experiment.variants.
					""")
	void anExperimentFileThatCannotBeUsedIsOneLineThatNamesFileAndLine(String yaml, String line) throws Exception {
		Path file = this.folder.resolve("typo.yml");
		Files.writeString(file, "experiment:\n  " + yaml.replace("; ", "\n  ") + "\n");
		assertOneLine(List.of("--experiment=" + file, SERVICE), line);
	}

	private void assertOneLine(List<String> arguments, String line) {
		assertThat(LoadClientApplication.launch(arguments.toArray(String[]::new))).isEqualTo(1);
		assertThat(this.output.getErr().lines()).hasSize(1).first().asString().contains(line);
		assertThat(this.output.getOut()).isEmpty();
	}

	/** The arguments of a command, and what the launcher adds to them. */
	private static String[] arguments(String command) {
		List<String> arguments = new ArrayList<>(ARGUMENT.matcher(command.substring(PROMPT.length()))
			.results()
			.map(MatchResult::group)
			.map((argument) -> argument.replace("'", ""))
			.toList());
		if (!command.contains("server.jar") && NEEDS_SERVICE.matcher(command).find()) {
			arguments.add(SERVICE);
		}
		return arguments.toArray(String[]::new);
	}

	static class Bug {

		@Bean
		@Lazy(false)
		Object bug() {
			throw new IllegalStateException("a bug");
		}

	}

}
