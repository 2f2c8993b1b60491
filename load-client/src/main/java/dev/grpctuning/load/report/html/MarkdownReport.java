package dev.grpctuning.load.report.html;

import java.util.regex.Pattern;

import com.samskivert.mustache.Mustache;

import dev.grpctuning.load.report.ExperimentDocument;

/**
 * An experiment as Markdown with tables, for a pull request.
 */
public final class MarkdownReport {

	/**
	 * What would begin markup within a line.
	 */
	private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]<>#|~&$]");

	private MarkdownReport() {
	}

	/**
	 * Writes it.
	 * @param experiment the experiment
	 * @return Markdown as GitHub and GitLab read it
	 */
	public static String of(ExperimentDocument experiment) {
		return Mustache.compiler()
			.nullValue("")
			.emptyStringIsFalse(true)
			.withEscaper(MarkdownReport::escape)
			.compile(HtmlReport.resource("report/report.md"))
			.execute(ReportView.of(experiment));
	}

	/**
	 * Text that a Markdown reader shows as it is, on one line.
	 */
	static String escape(String text) {
		return MARKUP.matcher(text.replaceAll("\\s+", " ")).replaceAll("\\\\$0");
	}

}
