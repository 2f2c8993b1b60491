package dev.grpctuning.load;

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
 * The launcher as a user starts it, in a folder of its own and with its output in files.
 */
final class LabProcess implements AutoCloseable {

	static final Path LAB = Path.of("..", "lab").toAbsolutePath().normalize();

	private final Process process;

	private final Path out;

	private final Path err;

	private LabProcess(Process process, Path out, Path err) {
		this.process = process;
		this.out = out;
		this.err = err;
	}

	static LabProcess start(Path folder, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(LAB.toString()));
		command.addAll(List.of(arguments));
		return start(folder, command);
	}

	/**
	 * Starts it on a terminal of its own, where both outputs are one.
	 */
	static LabProcess startOnTerminal(Path folder, String... arguments) throws IOException {
		return start(folder, List.of("script", "-qefc", LAB + " '" + String.join("' '", arguments) + "'", "/dev/null"));
	}

	private static LabProcess start(Path folder, List<String> command) throws IOException {
		Path out = Files.createTempFile(folder, "lab", ".out");
		Path err = Files.createTempFile(folder, "lab", ".err");
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
			.redirectOutput(out.toFile())
			.redirectError(err.toFile());
		// It lives for seconds, and spends them on starting.
		builder.environment().put("LAB_JAVA_OPTS", "-Xmx1g -XX:TieredStopAtLevel=1");
		return new LabProcess(builder.start(), out, err);
	}

	int exitCode() throws InterruptedException {
		return exitCode(Duration.ofMinutes(5));
	}

	int exitCode(Duration timeout) throws InterruptedException {
		if (!this.process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
			throw new IllegalStateException("still running: " + this.process.info());
		}
		return this.process.exitValue();
	}

	String out() throws IOException {
		return Files.readString(this.out);
	}

	List<String> errLines() throws IOException {
		return Files.readAllLines(this.err);
	}

	void awaitErr(String text) {
		await(this.err, text);
	}

	void awaitOut(String text) {
		await(this.out, text);
	}

	private void await(Path file, String text) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(4))
			.failFast("the process has ended", () -> !this.process.isAlive())
			.until(() -> Files.readString(file).contains(text));
	}

	/**
	 * The folder of its results, of which there must be one.
	 */
	Path results() throws IOException {
		try (Stream<Path> all = Files.list(this.out.resolveSibling("lab-results"))) {
			return all.toList().getFirst();
		}
	}

	/**
	 * Puts a folder in the place of the log of a server that has begun to write it.
	 */
	void spoilLog(String log) throws IOException {
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.ignoreExceptions()
			.until(() -> Files.size(results().resolve(log)) > 0);
		Path file = results().resolve(log);
		Files.delete(file);
		Files.createDirectory(file);
	}

	List<ProcessHandle> children() {
		return this.process.descendants().toList();
	}

	void interrupt() throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-INT", String.valueOf(this.process.pid())).start().waitFor();
	}

	void terminate() {
		this.process.destroy();
	}

	void pressInterruptKey() throws IOException {
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
