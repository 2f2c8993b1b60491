package dev.grpctuning.load.report.html;

import java.io.IOException;
import java.nio.file.Path;

import dev.grpctuning.load.report.ExperimentDocument;
import dev.grpctuning.load.report.KneeDocument;
import dev.grpctuning.load.report.ResultFile;
import dev.grpctuning.load.report.TuneDocument;

/**
 * The files of a report, beside the result that they are drawn from.
 */
public final class ReportFiles {

	private ReportFiles() {
	}

	/**
	 * Writes {@code report.html} and {@code report.md}, or replaces them.
	 * @param experiment an experiment
	 * @param directory folder of its result
	 * @return the page
	 * @throws IOException if they cannot be written
	 * @throws IllegalArgumentException if the experiment cannot be drawn
	 */
	public static Path write(ExperimentDocument experiment, Path directory) throws IOException {
		return write(ExperimentReport.html(experiment), ExperimentReport.markdown(experiment), directory);
	}

	/**
	 * Writes the same files of a search for knees.
	 * @param search the search
	 * @param directory folder of its result
	 * @return the page
	 * @throws IOException if they cannot be written
	 */
	public static Path write(KneeDocument search, Path directory) throws IOException {
		return write(KneeReport.html(search), KneeReport.markdown(search), directory);
	}

	/**
	 * Writes the same files of a search for better knobs.
	 * @param search the search
	 * @param directory folder of its result
	 * @return the page
	 * @throws IOException if they cannot be written
	 */
	public static Path write(TuneDocument search, Path directory) throws IOException {
		return write(TuneReport.html(search), TuneReport.markdown(search), directory);
	}

	private static Path write(String html, String markdown, Path directory) throws IOException {
		Path page = directory.resolve("report.html");
		ResultFile.writeText(html, page);
		ResultFile.writeText(markdown, directory.resolve("report.md"));
		return page;
	}

}
