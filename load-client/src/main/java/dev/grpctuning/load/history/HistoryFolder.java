package dev.grpctuning.load.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/**
 * The results in a folder in the order of their start: its files {@code *.json}, and
 * {@code result.json} of the folders in it.
 *
 * @param others files that are not results of run, compare or grid
 */
record HistoryFolder(List<Entry> entries, List<Path> others) {

	private static final List<Class<? extends Record>> KINDS = List.of(RunDocument.class, ExperimentDocument.class);

	static HistoryFolder read(Path folder) {
		if (!Files.isDirectory(folder)) {
			throw new UsageException("%s: %s; name a folder of results, such as lab-results.".formatted(folder,
					Files.exists(folder) ? "it is not a folder" : "there is no such folder"));
		}
		List<Entry> entries = new ArrayList<>();
		List<Path> others = new ArrayList<>();
		for (Path file : files(folder)) {
			try {
				entries.add(Entry.of(name(folder, file), ResultFile.read(file, KINDS)));
			}
			catch (IOException | IllegalArgumentException ex) {
				others.add(file);
			}
		}
		if (entries.isEmpty()) {
			throw new UsageException(
					"%s: there is no result of ./lab run or compare in it; name a folder of results, such as lab-results."
						.formatted(folder));
		}
		entries.sort(Comparator.comparing(Entry::startedAt));
		return new HistoryFolder(List.copyOf(entries), List.copyOf(others));
	}

	private static List<Path> files(Path folder) {
		try (Stream<Path> children = Files.list(folder)) {
			return children.map((child) -> Files.isDirectory(child) ? child.resolve("result.json") : child)
				.filter((file) -> file.toString().endsWith(".json") && Files.isRegularFile(file))
				.sorted()
				.toList();
		}
		catch (IOException ex) {
			throw new UsageException("%s: it cannot be read (%s); name a folder that can.".formatted(folder, ex), ex);
		}
	}

	/** The name of a folder, or of a file without its ending. */
	private static String name(Path folder, Path file) {
		return folder.relativize(file).toString().replaceFirst("(/result)?\\.json$", "");
	}

	/** A result: its runs by the name of their variant, without A/A controls. */
	record Entry(String name, Instant startedAt, Map<String, List<RunDocument>> variants) {

		private static Entry of(String name, Record result) {
			return switch (result) {
				case RunDocument run -> new Entry(name, run.startedAt(), Map.of(run.name(), List.of(run)));
				case ExperimentDocument experiment -> of(name, experiment);
				default -> throw new IllegalStateException("result: " + result.getClass());
			};
		}

		private static Entry of(String name, ExperimentDocument experiment) {
			Map<String, List<RunDocument>> variants = new LinkedHashMap<>();
			experiment.withoutControls().forEach((variant) -> variants.put(variant.name(), variant.runs()));
			return new Entry(name, experiment.startedAt(), variants);
		}

	}

}
