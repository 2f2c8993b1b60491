package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * An application from its packaged jar, with the faster start that the launcher prepares.
 */
public enum Application {

	HELLO_SERVICE("hello-service"),

	/** Prepared last, as its preparation starts the other one. */
	LOAD_CLIENT("load-client");

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

	private boolean prepared;

	Application(String module) {
		this.module = module;
	}

	public Path jar() {
		return target().resolve(this.module + ".jar");
	}

	public List<String> command(List<String> jvmOptions, List<String> arguments) {
		List<String> command = new ArrayList<>(List.of(JAVA.toString(), UNSAFE));
		command.addAll(cacheOptions());
		command.addAll(jvmOptions);
		command.addAll(List.of("-jar", preparedJar().toString()));
		command.addAll(arguments);
		return command;
	}

	/**
	 * A folder like that of a JDK. Its {@code java} starts the application from its cache
	 * when it is given the packaged jar, without the second compiler, in a clean
	 * environment.
	 */
	public Path javaHome() {
		preparedJar();
		return folder().resolve("jdk");
	}

	private List<String> cacheOptions() {
		return List.of("-Xlog:aot*=off", "-Xlog:cds*=off", "-XX:AOTCache=" + folder().resolve("app.aot"));
	}

	private Path target() {
		return ROOT.resolve(this.module).resolve("target");
	}

	/** Folder that the launcher prepares once for each jar and JDK. */
	private Path folder() {
		return target().resolve("fast");
	}

	private Path preparedJar() {
		synchronized (this) {
			if (!this.prepared) {
				prepare();
				this.prepared = true;
			}
		}
		return folder().resolve(jar().getFileName());
	}

	private void prepare() {
		ProcessBuilder builder = CleanProcess.builder(List.of(ROOT.resolve("lab").toString(), "prepare", this.module));
		builder.environment().put("JAVA_HOME", JAVA_HOME.toString());
		// Another JVM may run other tests of the same build.
		try (FileChannel channel = FileChannel.open(target().resolve("prepare.lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			channel.lock();
			builder.redirectErrorStream(true).redirectOutput(target().resolve("prepare.log").toFile());
			builder.start().onExit().join();
			if (!Files.exists(folder().resolve("app.aot"))) {
				throw new IOException(Files.readString(target().resolve("prepare.log")));
			}
			if (!Files.exists(folder().resolve("jdk").resolve("release"))) {
				writeJavaHome();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
				""".formatted(jar(), folder().resolve(jar().getFileName()), JAVA, UNSAFE, QUICK,
				String.join(" ", cacheOptions())));
		if (!java.toFile().setExecutable(true)) {
			throw new IOException(java + " cannot be made executable");
		}
		Files.copy(JAVA_HOME.resolve("release"), folder().resolve("jdk").resolve("release"),
				StandardCopyOption.REPLACE_EXISTING);
	}

}
