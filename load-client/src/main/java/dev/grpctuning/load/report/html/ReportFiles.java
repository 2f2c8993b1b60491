package dev.grpctuning.load.report.html;

import java.io.IOException;
import java.nio.file.Path;

import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.KneeDocument;
import dev.grpctuning.load.report.ResultFile;

/**
 * The files of a report, beside the result that they are drawn from.
 */
public final class ReportFiles {

	private ReportFiles() {
	}

	/**
	 * Writes {@code report.html} and {@code report.md}, or replaces them.
	 * @param experiment the experiment
	 * @param directory folder of its result
	 * @return the page
	 * @throws IOException if they cannot be written
	 * @throws IllegalArgumentException if the experiment cannot be drawn
	 */
	public static Path write(ExperimentDocument experiment, Path directory) throws IOException {
		Path page = directory.resolve("report.html");
		ResultFile.writeText(HtmlReport.of(experiment), page);
		ResultFile.writeText(MarkdownReport.of(experiment), directory.resolve("report.md"));
		return page;
	}

	/**
	 * Writes the {@code report.html} of a search for knees, or replaces it.
	 * @param search the search
	 * @param directory folder of its result
	 * @return the page
	 * @throws IOException if it cannot be written
	 */
	public static Path write(KneeDocument search, Path directory) throws IOException {
		Path page = directory.resolve("report.html");
		ResultFile.writeText(KneeReport.of(search), page);
		return page;
	}

}
