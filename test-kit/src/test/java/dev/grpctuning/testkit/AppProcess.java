package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/** An application in a clean process, in a folder of its own. */
public final class AppProcess implements AutoCloseable {

	/** A process lives for a few seconds, most of which it needs to start. */
	private static final List<String> SHORT_LIVED = List.of("-Xmx1g", Application.QUICK);

	/** What the launcher sets. */
	private static final List<String> OF_THE_LAUNCHER = List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");

	/** Calibration takes seconds, and has tests of its own. */
	private static final String WITHOUT_CALIBRATION = "-Dexperiment.calibration=false";

	private static final Pattern GRPC_PORT = Pattern.compile("gRPC Server started.*port: (\\d+)");

	private static final Pattern HTTP_PORT = Pattern.compile("(?:Tomcat started|actuator) on port (\\d+)");

	private final Process process;

	private final Path out;

	private final Path err;

	private AppProcess(Process process, Path out, Path err) {
		this.process = process;
		this.out = out;
		this.err = err;
	}

	public static AppProcess client(Path folder, String... arguments) throws IOException {
		return start(folder, clientCommand(List.of(), arguments));
	}

	/** Starts the load client with further options of its JVM. */
	public static AppProcess clientWith(List<String> options, Path folder, String... arguments) throws IOException {
		return start(folder, clientCommand(options, arguments));
	}

	/**
	 * Starts the load client with a line of bash, in which {@code "$@"} is its command.
	 */
	public static AppProcess clientBy(Path folder, String line, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of("bash", "-c", line, "bash"));
		command.addAll(clientCommand(List.of(), arguments));
		return start(folder, command);
	}

	private static List<String> clientCommand(List<String> further, String... arguments) {
		List<String> options = new ArrayList<>(OF_THE_LAUNCHER);
		options.add("-XX:+UseParallelGC");
		options.add(WITHOUT_CALIBRATION);
		options.add("-Dlab.service-jar=" + Application.HELLO_SERVICE.jar());
		options.addAll(SHORT_LIVED);
		options.addAll(further);
		options.addAll(serverOptions(List.of(arguments)).map((option) -> "-D" + option.substring(2)).toList());
		return Application.LOAD_CLIENT.command(options, List.of(arguments));
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

	/** Starts the launcher, which starts the load client from its cache. */
	public static AppProcess lab(Path folder, String... arguments) throws IOException {
		return lab(folder, Application.LOAD_CLIENT.javaHome(), arguments);
	}

	/** Starts the launcher with the folder of a JDK in its environment. */
	public static AppProcess lab(Path folder, Path javaHome, String... arguments) throws IOException {
		return lab(Application.ROOT, folder, javaHome, arguments);
	}

	/** Starts {@code lab} of a checkout. */
	public static AppProcess lab(Path checkout, Path folder, Path javaHome, String... arguments) throws IOException {
		List<String> command = new ArrayList<>(List.of(checkout.resolve("lab").toString()));
		command.addAll(List.of(arguments));
		return start(folder, ofTheLauncher(javaHome), command);
	}

	/**
	 * Starts the launcher on a terminal of its own, where both outputs are one, and the
	 * load client and its servers from their caches.
	 */
	public static AppProcess labOnTerminal(Path folder, String... arguments) throws IOException {
		List<String> words = new ArrayList<>(List.of(arguments));
		words.addAll(serverOptions(words).toList());
		return start(folder, ofTheLauncher(Application.LOAD_CLIENT.javaHome()), List.of("script", "-qefc",
				Application.ROOT.resolve("lab") + " '" + String.join("' '", words) + "'", "/dev/null"));
	}

	private static Map<String, String> ofTheLauncher(Path javaHome) {
		return Map.of("JAVA_HOME", javaHome.toString(), "LAB_JAVA_OPTS",
				String.join(" ", SHORT_LIVED) + " " + WITHOUT_CALIBRATION);
	}

	/** Starts any Java program, with additional environment variables. */
	public static AppProcess java(Path folder, Map<String, String> environment, String... arguments)
			throws IOException {
		List<String> command = new ArrayList<>(List.of(Application.JAVA.toString()));
		command.addAll(List.of(arguments));
		return start(folder, environment, command);
	}

	private static AppProcess start(Path folder, List<String> command) throws IOException {
		return start(folder, Map.of(), command);
	}

	private static AppProcess start(Path folder, Map<String, String> environment, List<String> command)
			throws IOException {
		Path out = Files.createTempFile(folder, "process", ".out");
		Path err = Files.createTempFile(folder, "process", ".err");
		ProcessBuilder builder = CleanProcess.builder(command)
			.directory(folder.toFile())
			.redirectOutput(out.toFile())
			.redirectError(err.toFile());
		builder.environment().putAll(environment);
		return new AppProcess(builder.start(), out, err);
	}

	public long pid() {
		return this.process.pid();
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
		await(() -> Files.readString(file).contains(text));
	}

	private void await(Callable<Boolean> condition) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(4))
			.failFast("the process has ended", () -> !this.process.isAlive())
			.until(condition);
	}

	/** Port of the gRPC server, as soon as it is printed. */
	public int grpcPort() throws IOException {
		return port(GRPC_PORT);
	}

	/** The application over HTTP, as soon as its port is printed. */
	public Http http() throws IOException {
		return Http.local(port(HTTP_PORT));
	}

	private int port(Pattern pattern) throws IOException {
		await(() -> pattern.matcher(printed()).find());
		Matcher matcher = pattern.matcher(printed());
		assertThat(matcher.find()).isTrue();
		return Integer.parseInt(matcher.group(1));
	}

	private String printed() throws IOException {
		return out() + Files.readString(this.err);
	}

	public Path results() throws IOException {
		return Results.onlyChild(labResults());
	}

	private Path labResults() {
		return this.out.resolveSibling("lab-results");
	}

	/** Puts a folder in the place of the log of a server that has begun to write it. */
	public void spoilLog(String log) throws IOException {
		Results.spoilLog(labResults(), log);
	}

	/** The JVMs that it has started. */
	public List<ProcessHandle> children() {
		return this.process.descendants()
			.filter((child) -> child.info().command().filter((command) -> command.endsWith("/java")).isPresent())
			.toList();
	}

	public void interrupt() throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-INT", String.valueOf(this.process.pid())).start().waitFor();
	}

	/** Lets no file that it writes grow any more, as if the disk were full. */
	public void fillDisk() throws IOException, InterruptedException {
		assertThat(new ProcessBuilder("prlimit", "--pid", String.valueOf(pid()), "--fsize=0").inheritIO()
			.start()
			.waitFor()).isZero();
	}

	/** Kills it. */
	public void kill() {
		this.process.destroyForcibly();
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
