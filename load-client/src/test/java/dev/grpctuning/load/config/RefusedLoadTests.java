package dev.grpctuning.load.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchRuntimeException;

/**
 * Values of {@code load.*} that no run can use, without an application. The approved file
 * has the values, too.
 */
@Tag(Approved.TAG)
class RefusedLoadTests {

	private static final String FILE = "load.txt";

	private static final String ARROW = " -> ";

	@Test
	void whenAValueCannotBeUsedThenOneLineSaysWhatIsAllowed(@TempDir Path folder) throws Exception {
		Files.writeString(folder.resolve("times.txt"), "0\n1\n");
		Files.writeString(folder.resolve("wrong.txt"), "0\n0.5\nsoon\n");
		assertThat(new ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor()).isZero();
		String lines = Files.readAllLines(Approved.FOLDER.resolve(FILE))
			.stream()
			.map((line) -> line.split(ARROW)[0])
			.map((given) -> given + ARROW
					+ refusal(given.replace("FOLDER", folder.toString())).replace(folder.toString(), "FOLDER"))
			.collect(Collectors.joining("\n"));
		Approved.assertApproved(FILE, lines);
	}

	private static String refusal(String line) {
		Map<String, Object> given = Stream.of(line.replace("\\n", "\n").replace("\\t", "\t").split("; "))
			.map((property) -> property.split("=", 2))
			.collect(Collectors.toMap((property) -> "load." + property[0], (property) -> property[1]));
		LoadRebinding rebinding = new LoadRebinding("test", given, new StandardEnvironment());
		RuntimeException refusal = catchRuntimeException(() -> rebinding.bind((load) -> {
			load.address();
			return new LoadPlans(load).plan();
		}));
		assertThat(refusal).as(line).isInstanceOf(UsageException.class);
		return String.valueOf(refusal.getMessage());
	}

}
