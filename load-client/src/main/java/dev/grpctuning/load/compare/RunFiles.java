package dev.grpctuning.load.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/** Keeps the summary of each run in memory, and all of it in {@code runs/<n>.json}. */
final class RunFiles {

	private final Path folder;

	private final ResultFolder output;

	/** By identity, because two runs can have equal summaries. */
	private final Map<RunDocument, Path> files = new IdentityHashMap<>();

	private boolean deleted;

	RunFiles(Path folder, ResultFolder output) {
		this.folder = folder;
		this.output = output;
	}

	/** Writes a run. Returns its summary, or the whole run if it could not be written. */
	synchronized RunDocument store(RunDocument run) {
		Path file = this.folder.resolve((this.files.size() + 1) + ".json");
		if (!this.output.attempt(() -> ResultFile.write(run, file))) {
			return run;
		}
		RunDocument summary = run.summary();
		this.files.put(summary, file);
		return summary;
	}

	/** Reads the whole run, or returns its summary if the file is gone. */
	RunDocument whole(RunDocument summary) {
		Path file = file(summary);
		if (file == null) {
			return summary;
		}
		try {
			return ResultFile.read(file, RunDocument.class);
		}
		catch (IOException ex) {
			if (isDeleted()) {
				// For a page that was asked for before the one of the result.
				throw new UncheckedIOException(ex);
			}
			this.output.fail("cannot be read again", ex);
			return summary;
		}
	}

	private synchronized @Nullable Path file(RunDocument summary) {
		return this.files.get(summary);
	}

	private synchronized boolean isDeleted() {
		return this.deleted;
	}

	synchronized void delete() {
		this.deleted = true;
		try {
			for (Path file : this.files.values()) {
				Files.deleteIfExists(file);
			}
		}
		catch (IOException ex) {
			// A file that is left does no harm.
		}
		ResultFolder.removeIfEmpty(this.folder);
	}

}
