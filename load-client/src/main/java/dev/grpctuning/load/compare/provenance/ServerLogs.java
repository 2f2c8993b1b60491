package dev.grpctuning.load.compare.provenance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;

/**
 * The logs of a server that are in the folder of the result.
 *
 * @param of owner of the logs, such as {@code run 2}
 */
public record ServerLogs(String of, List<Log> logs) {

	private static final List<String> NAMES = List.of("gc.log", "server.out", "server.err");

	/** The logs of each run of a variant that had a server of its own. */
	public static List<ServerLogs> of(@Nullable Path folder, Variant variant) {
		if (folder == null) {
			return List.of();
		}
		Path own = folder(variant);
		return variant.rounds().stream().map((round) -> {
			Path numbered = own.resolve(String.valueOf(round));
			return in(folder, Files.isDirectory(folder.resolve(numbered)) ? numbered : own, "run " + round);
		}).filter((logs) -> !logs.logs().isEmpty()).toList();
	}

	/** The logs of servers that ran for all variants. */
	static List<ServerLogs> shared(@Nullable Path folder) {
		return (folder != null) ? Stream.iterate(1, (number) -> number + 1)
			.map((number) -> (number != 1) ? "server-" + number : "server")
			.takeWhile((name) -> Files.isDirectory(folder.resolve(name)))
			.map((name) -> in(folder, Path.of(name), name))
			.filter((logs) -> !logs.logs().isEmpty())
			.toList() : List.of();
	}

	/** The logs of all servers of a search. A folder that has gone has none. */
	static List<ServerLogs> all(@Nullable Path folder) {
		if (folder == null) {
			return List.of();
		}
		try (Stream<Path> files = Files.walk(folder, 2)) {
			return files.filter(Files::isDirectory)
				.map(folder::relativize)
				.sorted()
				.map((server) -> in(folder, server, server.toString()))
				.filter((logs) -> !logs.logs().isEmpty())
				.toList();
		}
		catch (IOException | UncheckedIOException ex) {
			return List.of();
		}
	}

	/** The folder of a variant's files, relative to the report. */
	public static Path folder(Variant variant) {
		return ((variant.workload() != null) ? Path.of(variant.workload()) : Path.of("")).resolve(variant.plain());
	}

	private static ServerLogs in(Path folder, Path server, String of) {
		return new ServerLogs(of,
				NAMES.stream()
					.filter((name) -> Files.exists(folder.resolve(server).resolve(name)))
					.map((name) -> new Log(name, link(server.resolve(name))))
					.toList());
	}

	/** A link relative to the report, escaped for any name of a variant. */
	public static String link(Path file) {
		try {
			return new URI(null, null, "./" + file, null).toASCIIString();
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** A file with its link. */
	public record Log(String name, String link) {
	}

}
