package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Measurements whose result cannot be written, and what they print instead. */
final class UnwrittenResult {

	private static final String EXPERIMENT = """
			load: {model: closed, warmup: 0s, duration: %s}
			experiment:
			  name: unwritten
			  control: false
			  repeat: %d
			  server:
			    settle: 0s
			    jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]
			    properties: {hello.work.delay: 20ms}
			  variants:
			    - name: waits
			""";

	private static final String[] SEARCH = { "--slo=p99 < 10s", "--search.warmup=2s", "--search.settle=0s",
			"--search.start=20", "--search.highest=30", "--search.trial=1s", "--load.open.max-lag=1s" };

	private UnwrittenResult() {
	}

	static String[] arguments(Path folder, String command, String duration) throws IOException {
		return Stream
			.of(Stream.of(command, "--experiment=" + experiment(folder, duration, 1)),
					command.equals("tune") ? Stream.<String>of() : Stream.of(lightServers(folder)),
					command.equals("compare") ? Stream.<String>of() : Stream.of(SEARCH),
					command.equals("tune") ? Stream.of("--tune.space.executor.thread-name-prefix=other-",
							"--tune.trial=500ms", "--tune.rounds=3") : Stream.<String>of())
			.flatMap((all) -> all)
			.toArray(String[]::new);
	}

	static String[] lightServers(Path folder) throws IOException {
		return new String[] { InThisProcess.lightServers(folder),
				"--experiment.server.java-home=" + System.getProperty("java.home") };
	}

	static Path experiment(Path folder, String duration, int rounds) throws IOException {
		return Files.writeString(folder.resolve("unwritten.yml"), EXPERIMENT.formatted(duration, rounds));
	}

	static String lastLine(String text) {
		return text.lines().reduce("", (first, second) -> second);
	}

	static void assertLine(List<String> lines, String start, String part) {
		assertThat(lines).filteredOn((line) -> line.startsWith(start)).singleElement().asString().contains(part);
		assertThat(lines).noneMatch((line) -> line.startsWith("\tat "));
	}

}
