package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.LightService;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A command of the load client that runs in this process, where it starts in a tenth of
 * the time. It has servers of its own in processes of their own, of hello-service unless
 * another jar is given, and writes to the folder {@code lab-results}.
 */
public final class InThisProcess implements AutoCloseable {

	private static final String RESULTS = "lab-results";

	private static final String SERVER_JAR = "--experiment.server.jar=";

	private static final Duration LONGEST = Duration.ofMinutes(4);

	private final FutureTask<Integer> command;

	private final Thread thread;

	private final Path folder;

	private InThisProcess(Path folder, String... arguments) {
		this.folder = folder;
		this.command = new FutureTask<>(() -> LoadClientApplication.launch(arguments));
		this.thread = Thread.ofPlatform().name("command").start(this.command);
	}

	/** Runs a command that starts servers. */
	public static int run(Path folder, String... arguments) {
		return LoadClientApplication.launch(withServers(folder, arguments));
	}

	/** Runs a command that starts servers in a thread of its own. */
	public static InThisProcess start(Path folder, String... arguments) {
		return new InThisProcess(folder, withServers(folder, arguments));
	}

	/** The option by which servers are those of a service that starts sooner. */
	public static String lightServers(Path folder) throws IOException {
		return SERVER_JAR + LightService.jar(folder.resolve("light.jar"), Map.of());
	}

	/** Runs a command that starts no servers in a thread of its own. */
	public static InThisProcess startWithoutServers(Path folder, String... arguments) {
		return new InThisProcess(folder, arguments);
	}

	private static String[] withServers(Path folder, String... arguments) {
		List<String> all = new ArrayList<>(List.of(arguments));
		Stream
			.concat(Stream.of("--experiment.output=" + folder.resolve(RESULTS), "--experiment.calibration=false"),
					ofHelloService(all))
			.filter((option) -> !isSet(option, arguments))
			.toList()
			.forEach(all::add);
		return all.toArray(String[]::new);
	}

	private static Stream<String> ofHelloService(List<String> arguments) {
		if (arguments.stream().anyMatch((argument) -> argument.startsWith(SERVER_JAR))) {
			return Stream.empty();
		}
		return Stream.concat(Stream.of(SERVER_JAR + Application.HELLO_SERVICE.jar()),
				AppProcess.serverOptions(arguments));
	}

	private static boolean isSet(String option, String... arguments) {
		String name = option.substring(0, option.indexOf('=') + 1);
		return Stream.of(arguments).anyMatch((argument) -> argument.startsWith(name));
	}

	public int exitCode() throws Exception {
		return this.command.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
	}

	/** Waits for something that the command does before it ends. */
	public void await(ThrowingRunnable asserted) {
		Awaitility.await()
			.atMost(LONGEST)
			.failFast("the command has ended", this.command::isDone)
			.untilAsserted(asserted);
	}

	/** Folder of its results, as soon as it is there. */
	public Path results() throws IOException {
		return Results.onlyChild(this.folder.resolve(RESULTS));
	}

	/** Puts a folder in the place of the log of a server that has begun to write it. */
	public void spoilLog(String log) throws IOException {
		await(() -> assertThat(results().resolve(log)).isNotEmptyFile());
		Path file = results().resolve(log);
		Files.delete(file);
		Files.createDirectory(file);
	}

	/** Its servers, which write their logs to its folder. */
	public List<ProcessHandle> servers() {
		return ProcessHandle.current()
			.descendants()
			.filter((process) -> Stream.of(process.info().arguments().orElse(new String[0]))
				.anyMatch((argument) -> argument.contains(this.folder.toString())))
			.toList();
	}

	public void interrupt() {
		this.thread.interrupt();
	}

	@Override
	public void close() {
		servers().forEach(ProcessHandle::destroyForcibly);
		interrupt();
		Awaitility.await().atMost(LONGEST).until(() -> !this.thread.isAlive());
	}

}
