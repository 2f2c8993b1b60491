package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * An application in a process with a clean environment, in a folder of its own and with
 * its output in files.
 */
public final class AppProcess implements AutoCloseable {

	private static final Path LAB = Path.of("..", "lab").toAbsolutePath().normalize();

	/** A process lives for seconds, and spends them on starting. */
	private static final List<String> SHORT_LIVED = List.of("-Xmx1g", "-XX:TieredStopAtLevel=1");

	/** What the launcher sets. */
	private static final List<String> OF_THE_LAUNCHER = List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");

	private final Process process;

	private final Path out;

	private final Path err;

	private AppProcess(Process process, Path out, Path err) {
		this.process = process;
		this.out = out;
		this.err = err;
	}

	public static AppProcess client(Path folder, String... arguments) throws IOException {
		List<String> options = new ArrayList<>(OF_THE_LAUNCHER);
		options.add("-XX:+UseParallelGC");
		options.add("-Dlab.service-jar=" + Application.HELLO_SERVICE.jar());
		options.addAll(SHORT_LIVED);
		options.addAll(serverOptions(List.of(arguments)).map((option) -> "-D" + option.substring(2)).toList());
		return start(folder, Application.LOAD_CLIENT.command(options, List.of(arguments)));
	}

	/** The options by which a load client starts its own servers from their cache. */
	public static Stream<String> serverOptions(List<String> arguments) {
		return arguments.stream().anyMatch((argument) -> argument.startsWith("--experiment.server.address="))
				? Stream.empty() : Stream.of("--experiment.server.java-home=" + Application.HELLO_SERVICE.javaHome());
	}

	public static AppProcess service(Path folder, String... arguments) throws IOException {
		List<String> options = new ArrayList<>(OF_THE_LAUNCHER);
		options.addAll(SHORT_LIVED);
		return start(folder, Application.HELLO_SERVICE.command(options, List.of(arguments)));
	}

	public static AppProcess lab(Path folder, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(LAB.toString()));
		command.addAll(List.of(arguments));
		return start(folder, command);
	}

	/** Starts the launcher on a terminal of its own, where both outputs are one. */
	public static AppProcess labOnTerminal(Path folder, String... arguments) throws IOException {
		return start(folder, List.of("script", "-qefc", LAB + " '" + String.join("' '", arguments) + "'", "/dev/null"));
	}

	private static AppProcess start(Path folder, List<String> command) throws IOException {
		Path out = Files.createTempFile(folder, "process", ".out");
		Path err = Files.createTempFile(folder, "process", ".err");
		ProcessBuilder builder = CleanProcess.builder(command)
			.directory(folder.toFile())
			.redirectOutput(out.toFile())
			.redirectError(err.toFile());
		builder.environment().put("LAB_JAVA_OPTS", String.join(" ", SHORT_LIVED));
		return new AppProcess(builder.start(), out, err);
	}

	public int exitCode() throws InterruptedException {
		return exitCode(Duration.ofMinutes(5));
	}

	public int exitCode(Duration timeout) throws InterruptedException {
		if (!this.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			throw new IllegalStateException("still running: " + this.process.info());
		}
		return this.process.exitValue();
	}

	public String out() throws IOException {
		return Files.readString(this.out);
	}

	public List<String> errLines() throws IOException {
		return Files.readAllLines(this.err);
	}

	public void awaitErr(String text) {
		await(this.err, text);
	}

	public void awaitOut(String text) {
		await(this.out, text);
	}

	private void await(Path file, String text) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(4))
			.failFast("the process has ended", () -> !this.process.isAlive())
			.until(() -> Files.readString(file).contains(text));
	}

	public Path results() throws IOException {
		try (Stream<Path> all = Files.list(this.out.resolveSibling("lab-results"))) {
			return all.toList().getFirst();
		}
	}

	/** Puts a folder in the place of the log of a server that has begun to write it. */
	public void spoilLog(String log) throws IOException {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.ignoreExceptions()
			.until(() -> Files.size(results().resolve(log)) > 0);
		Path file = results().resolve(log);
		Files.delete(file);
		Files.createDirectory(file);
	}

	public List<ProcessHandle> children() {
		return this.process.descendants().toList();
	}

	public void interrupt() throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-INT", String.valueOf(this.process.pid())).start().waitFor();
	}

	public void terminate() {
		this.process.destroy();
	}

	public void pressInterruptKey() throws IOException {
		OutputStream keyboard = this.process.getOutputStream();
		keyboard.write(3);
		keyboard.flush();
	}

	@Override
	public void close() {
		this.process.descendants().forEach(ProcessHandle::destroyForcibly);
		this.process.destroyForcibly();
	}

}
