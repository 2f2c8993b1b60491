package dev.grpctuning.load.report.html;

import dev.grpctuning.load.report.ExperimentDocument;

/**
 * An experiment as a page that needs nothing but itself, and as Markdown.
 */
final class ExperimentReport {

	private ExperimentReport() {
	}

	/**
	 * Draws the page.
	 * @return HTML
	 * @throws IllegalArgumentException if the histograms of the experiment are none
	 */
	static String html(ExperimentDocument experiment) {
		return Templates.page("report", ReportView.of(experiment), ChartData.of(experiment).json());
	}

	/**
	 * Writes it for a pull request.
	 * @return Markdown
	 */
	static String markdown(ExperimentDocument experiment) {
		return Templates.markdown("report", ReportView.of(experiment));
	}

}
