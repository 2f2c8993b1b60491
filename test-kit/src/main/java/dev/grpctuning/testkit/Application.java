package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/** An application from its packaged jar, extracted and cached once per build. */
public enum Application {

	LOAD_CLIENT("load-client", "drive"),

	HELLO_SERVICE("hello-service");

	/** The root of the sources, wherever in them the tests run. */
	static final Path ROOT = Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
		.filter((folder) -> Files.isRegularFile(folder.resolve("lab")))
		.findFirst()
		.orElseThrow();

	private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

	static final Path JAVA = JAVA_HOME.resolve("bin").resolve("java");

	private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";

	/** Processes of tests end before the second compiler pays off. */
	static final String QUICK = "-XX:TieredStopAtLevel=1";

	private final String module;

	private final List<String> trainingArguments;

	Application(String module, String... trainingArguments) {
		this.module = module;
		this.trainingArguments = List.of(trainingArguments);
	}

	public Path jar() {
		return target().resolve(this.module + ".jar");
	}

	public List<String> command(List<String> jvmOptions, List<String> arguments) {
		List<String> command = new ArrayList<>(List.of(JAVA.toString(), UNSAFE));
		command.addAll(cacheOptions());
		command.addAll(jvmOptions);
		command.addAll(List.of("-jar", extractedJar().toString()));
		command.addAll(arguments);
		return command;
	}

	/**
	 * A folder like that of a JDK. Its {@code java} starts the application from its cache
	 * when it is given the packaged jar, without the second compiler, in a clean
	 * environment.
	 */
	public Path javaHome() {
		extractedJar();
		return folder().resolve("jdk");
	}

	/** A cache that does not fit the options of the JVM goes unused, without a word. */
	private List<String> cacheOptions() {
		return List.of("-Xlog:aot*=off", "-Xlog:cds*=off", "-XX:AOTCache=" + folder().resolve("app.aot"));
	}

	private Path target() {
		return ROOT.resolve(this.module).resolve("target");
	}

	private Path folder() {
		return target().resolve("extracted");
	}

	private Path extractedJar() {
		synchronized (this) {
			// Another JVM may run other tests of the same build.
			try (FileChannel channel = FileChannel.open(target().resolve("extracted.lock"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE)) {
				channel.lock();
				extractUnlessDone();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return folder().resolve("app.jar");
	}

	private void extractUnlessDone() throws IOException {
		String source = JAVA_HOME + " " + Files.size(jar()) + " " + Files.getLastModifiedTime(jar());
		Path marker = folder().resolve("source");
		if (Files.exists(marker) && Files.readString(marker).equals(source)) {
			return;
		}
		FileSystemUtils.deleteRecursively(folder());
		run(Stream.of(QUICK, "-Djarmode=tools", "-jar", jar().toString(), "extract", "--application-filename",
				"app.jar", "--destination", folder().toString()));
		run(Stream
			.of(Stream.of(UNSAFE, QUICK, "-Xlog:disable", "-XX:AOTCacheOutput=" + folder().resolve("app.aot"),
					"-Dspring.context.exit=onRefresh", "-jar", folder().resolve("app.jar").toString()),
					this.trainingArguments.stream(), Stream.of("--server.port=0", "--grpc.server.port=0"))
			.flatMap((words) -> words));
		writeJavaHome();
		Files.writeString(marker, source);
	}

	private void writeJavaHome() throws IOException {
		Path java = Files.createDirectories(folder().resolve("jdk").resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				for word; do
				  shift
				  [ "$word" != "%s" ] || word="%s"
				  set -- "$@" "$word"
				done
				exec env -i PATH="$PATH" HOME="${HOME:-/}" LANG="${LANG:-C.UTF-8}" \\
				  ${LAB_COLUMNS:+"LAB_COLUMNS=$LAB_COLUMNS"} \\
				  ${SPRING_APPLICATION_JSON:+"SPRING_APPLICATION_JSON=$SPRING_APPLICATION_JSON"} \\
				  ${SPRING_SECURITY_USER_NAME:+"SPRING_SECURITY_USER_NAME=$SPRING_SECURITY_USER_NAME"} \\
				  ${SPRING_SECURITY_USER_PASSWORD:+"SPRING_SECURITY_USER_PASSWORD=$SPRING_SECURITY_USER_PASSWORD"} \\
				  "%s" %s %s %s "$@"
				""".formatted(jar(), folder().resolve("app.jar"), JAVA, UNSAFE, QUICK,
				String.join(" ", cacheOptions())));
		if (!java.toFile().setExecutable(true)) {
			throw new IOException(java + " cannot be made executable");
		}
		Files.copy(JAVA_HOME.resolve("release"), folder().resolve("jdk").resolve("release"));
	}

	private void run(Stream<String> arguments) throws IOException {
		Path log = target().resolve("extracted.log");
		Process process = CleanProcess.builder(Stream.concat(Stream.of(JAVA.toString()), arguments).toList())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		int exitCode = process.onExit().join().exitValue();
		if (exitCode != 0) {
			throw new IOException("exit code " + exitCode + ": " + Files.readString(log));
		}
	}

}
