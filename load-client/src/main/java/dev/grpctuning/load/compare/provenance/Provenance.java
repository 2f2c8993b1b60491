package dev.grpctuning.load.compare.provenance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.lab.Lab;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunWords;

/** How a result was measured, so that it can be measured again. */
public record Provenance(@Nullable String command, @Nullable String lab, @Nullable String plan, @Nullable String scale,
		String machine, String system, String jdk, @Nullable String calibration, @Nullable String noise,
		String startedAt, @Nullable String seed, List<ServerLogs> serverLogs) {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'")
		.withZone(ZoneOffset.UTC);

	/** Of a search, whose plan is a part of its own text. */
	public static Provenance of(Environment machine, Instant startedAt, @Nullable Path folder) {
		return of(machine, startedAt, null, null, null, null, ServerLogs.all(folder));
	}

	public static Provenance of(ExperimentDocument experiment, @Nullable String noise, @Nullable Path folder) {
		return of(experiment.environment(), experiment.startedAt(), plan(experiment),
				(experiment.design().scale() != null) ? Figures.number(experiment.design().scale()) : null, noise,
				(experiment.design().seed() != null && experiment.design().rounds() > 1)
						? experiment.design().seed().toString() : null,
				ServerLogs.shared(folder));
	}

	private static Provenance of(Environment machine, Instant startedAt, @Nullable String plan, @Nullable String scale,
			@Nullable String noise, @Nullable String seed, List<ServerLogs> logs) {
		Lab lab = machine.lab();
		return new Provenance((lab != null) ? lab.command() : null, (lab != null) ? version(lab) : null, plan, scale,
				"%s processors, %s".formatted(Figures.count(machine.processors()),
						Figures.megabytes(machine.memoryBytes())),
				"%s %s, %s".formatted(machine.os(), machine.osVersion(), machine.arch()),
				"%s, %s".formatted(machine.javaVersion(), machine.javaVendor()),
				(machine.calibration() != null) ? Templates.line("calibration", machine.calibration()) : null, noise,
				TIME.format(startedAt), seed, logs);
	}

	private static @Nullable String version(Lab lab) {
		String text = Stream.of(lab.version(), (lab.commit() != null) ? "commit " + lab.commit() : null)
			.filter(Objects::nonNull)
			.collect(Collectors.joining(", "));
		return text.isEmpty() ? null : text;
	}

	public static String plan(ExperimentDocument experiment) {
		return (experiment.design().workloads() == null) ? RunWords.plan(experiment.plan()) : experiment.design()
			.workloads()
			.stream()
			.map((workload) -> workload.heading() + ": " + RunWords.plan(workload.plan(), calls(experiment, workload)))
			.collect(Collectors.joining("; "));
	}

	/** Variants may differ in what they call, such as in the codec. */
	private static List<PlanDocument.Call> calls(ExperimentDocument experiment, ExperimentDocument.Workload workload) {
		List<PlanDocument.Call> calls = experiment.variants()
			.stream()
			.filter((variant) -> workload.name().equals(variant.workload()))
			.flatMap((variant) -> variant.runs().stream())
			.map((run) -> run.plan().call())
			.toList();
		return calls.isEmpty() ? List.of(workload.plan().call()) : calls;
	}

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

}
