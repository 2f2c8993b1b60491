package dev.grpctuning.load.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.OutputFile;
import dev.grpctuning.load.failure.UsageException;

/** Results of {@code serve}: files per run, named by the time of its post. */
record ResultFolders(@Nullable String output, @Nullable String histogram) {

	private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS")
		.withZone(ZoneId.systemDefault());

	private static final String STANDARD_OUTPUT = "-";

	/** Refuses folders that cannot be written, before the first plan. */
	void check() {
		if (!STANDARD_OUTPUT.equals(this.output)) {
			check("load.output", this.output);
		}
		check("load.histogram", this.histogram);
	}

	private static void check(String property, @Nullable String folder) {
		if (folder != null && !folder.isBlank() && Files.exists(Path.of(folder))
				&& !Files.isDirectory(Path.of(folder))) {
			throw new UsageException("%s: %s is not a folder; serve writes a file for each run, so name a folder."
				.formatted(property, folder));
		}
		OutputFile.check(property, file(folder, "check"));
	}

	OutputFile output(Instant time) {
		return new OutputFile(
				STANDARD_OUTPUT.equals(this.output) ? STANDARD_OUTPUT : file(this.output, NAME.format(time) + ".json"));
	}

	@Nullable String histogram(Instant time) {
		return file(this.histogram, NAME.format(time) + ".hlog");
	}

	private static @Nullable String file(@Nullable String folder, String name) {
		return (folder == null || folder.isBlank()) ? folder : Path.of(folder, name).toString();
	}

}
