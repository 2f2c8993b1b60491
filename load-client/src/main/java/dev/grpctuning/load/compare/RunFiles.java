package dev.grpctuning.load.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/** Keeps the summary of each run in memory, and all of it in {@code runs/<n>.json}. */
final class RunFiles {

	private final Path folder;

	private final ResultFolder output;

	/** In the order of the files. */
	private final List<RunDocument> summaries = new ArrayList<>();

	private boolean deleted;

	RunFiles(Path folder, ResultFolder output) {
		this.folder = folder;
		this.output = output;
	}

	/** Writes a run. Returns its summary, or the whole run if it could not be written. */
	synchronized RunDocument store(RunDocument run) {
		if (!this.output.attempt(() -> ResultFile.write(run, file(this.summaries.size())))) {
			return run;
		}
		this.summaries.add(run.summary());
		return this.summaries.getLast();
	}

	/** Reads the whole run, or returns its summary if the file is gone. */
	RunDocument whole(RunDocument summary) {
		int index = index(summary);
		if (index < 0) {
			return summary;
		}
		try {
			return ResultFile.read(file(index), RunDocument.class);
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

	/** Compares by identity, because two runs can have equal summaries. */
	private synchronized int index(RunDocument summary) {
		int index = this.summaries.size() - 1;
		while (index >= 0 && this.summaries.get(index) != summary) {
			index--;
		}
		return index;
	}

	private Path file(int index) {
		return this.folder.resolve((index + 1) + ".json");
	}

	private synchronized boolean isDeleted() {
		return this.deleted;
	}

	synchronized void delete() {
		this.deleted = true;
		try {
			for (int index = 0; index < this.summaries.size(); index++) {
				Files.deleteIfExists(file(index));
			}
		}
		catch (IOException ex) {
			// A file that is left does no harm.
		}
		ResultFolder.removeIfEmpty(this.folder);
	}

}
