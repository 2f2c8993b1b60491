package dev.grpctuning.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.testkit.Http;
import dev.grpctuning.testkit.Ports;

/**
 * The stack of docker-compose.yml as a user has it: a folder with the files that it
 * reads, and docker compose. Project and ports are its own.
 */
class Stack implements AutoCloseable {

	static final String PASSWORD = "only-for-tests";

	private static final List<String> FILES = List.of("docker-compose.yml", "config", "prometheus", "grafana");

	private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

	private final String project = "grpc-tuning-test-" + UUID.randomUUID().toString().substring(0, 8);

	private final Path folder;

	private final Map<String, String> variables = new LinkedHashMap<>();

	/** Makes the folder, and starts nothing. */
	Stack(Path folder) {
		this.folder = folder;
		FILES.forEach((name) -> copy(Images.REPOSITORY.resolve(name), folder.resolve(name)));
		set("TAG", Images.TAG);
		List.of("GRPC", "HELLO", "LOAD", "PROMETHEUS", "GRAFANA")
			.forEach((name) -> set("PORT_" + name, Integer.toString(freePort())));
	}

	/** A port that no other stack has been given. */
	static int freePort() {
		return Stream.generate(Ports::free).filter(GIVEN::add).findFirst().orElseThrow();
	}

	private static void copy(Path from, Path to) {
		try {
			Files.walkFileTree(from, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult preVisitDirectory(Path found, BasicFileAttributes attributes)
						throws IOException {
					Files.createDirectories(to.resolve(from.relativize(found)));
					return FileVisitResult.CONTINUE;
				}

				@Override
				public FileVisitResult visitFile(Path found, BasicFileAttributes attributes) throws IOException {
					Files.copy(found, found.equals(from) ? to : to.resolve(from.relativize(found)));
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Sets a variable in .env. */
	final Stack set(String name, String value) {
		this.variables.put(name, value);
		String lines = this.variables.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + entry.getValue() + "\n")
			.collect(Collectors.joining());
		return write(".env", lines);
	}

	/** Writes one of the files. */
	final Stack write(String name, String text) {
		try {
			Files.writeString(this.folder.resolve(name), text);
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Makes Prometheus scrape, and evaluate rules, every two seconds instead of every
	 * five, and alerts that wait for 15 seconds or two minutes fire after four seconds.
	 */
	final Stack scrapeOften(String... files) {
		for (String name : files) {
			try {
				write(name,
						Files.readString(this.folder.resolve(name))
							.replaceAll("(interval|timeout): [45]s", "$1: 2s")
							.replaceAll("for: (15s|2m)", "for: 4s"));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
		return this;
	}

	int port(String name) {
		return Integer.parseInt(this.variables.getOrDefault("PORT_" + name, "0"));
	}

	Http hello() {
		return http("HELLO");
	}

	Http http(String name) {
		return Http.local(port(name));
	}

	/** What is effective of a knob of hello-service. */
	String effective(String knob) {
		return String.valueOf(hello().get("/actuator/grpctuning/" + knob).expect(200).json().get("effective"))
			.replace("\"", "");
	}

	/** Starts services, and waits until they are healthy. */
	Outcome up(String... services) {
		List<String> arguments = new ArrayList<>(List.of("up", "-d", "--wait", "--no-build"));
		arguments.addAll(List.of(services));
		return compose(arguments.toArray(String[]::new));
	}

	/** The lines that a service has logged. */
	List<String> logs(String service) {
		return compose("logs", "--no-log-prefix", service).orFail().output().lines().toList();
	}

	Outcome compose(String... arguments) {
		List<String> command = new ArrayList<>(
				List.of("docker", "compose", "--ansi=never", "--project-name", this.project));
		command.addAll(List.of(arguments));
		try {
			return Outcome.of(this.folder, command.toArray(String[]::new));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		compose("--profile", "compare", "down", "--volumes", "--remove-orphans", "--timeout", "1").orFail();
	}

}
