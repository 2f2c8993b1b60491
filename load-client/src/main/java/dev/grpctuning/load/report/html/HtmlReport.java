package dev.grpctuning.load.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.samskivert.mustache.Mustache;
import org.webjars.WebJarVersionLocator;

import dev.grpctuning.load.report.ExperimentDocument;

/**
 * An experiment as a page that needs nothing but itself: the charts' library, their data
 * and the styles are in it, and it loads nothing.
 */
public final class HtmlReport {

	private HtmlReport() {
	}

	/**
	 * Draws the page.
	 * @param experiment the experiment
	 * @return HTML
	 * @throws IllegalArgumentException if its histograms are none
	 */
	public static String of(ExperimentDocument experiment) {
		return page("report/report.html", "report/report.js", ReportView.of(experiment),
				ChartData.of(experiment).json());
	}

	/**
	 * Draws a page.
	 * @param template what its markup is made of
	 * @param script what it adds to the scripts that all pages share
	 * @param view what the template is filled with
	 * @param data what the script draws, as JSON that can stand in a script element
	 */
	static String page(String template, String script, Record view, String data) {
		return Mustache.compiler()
			.nullValue("")
			.emptyStringIsFalse(true)
			.compile(resource(template))
			.execute(Map.of("view", view, "style", resource("report/report.css"), "library", resource(echarts()),
					"data", data, "script", "'use strict';\n(() => {\n%s\n%s})();\n"
						.formatted(resource("report/charts.js"), resource(script))));
	}

	/**
	 * The build with lines, bars and points but without maps and the like: a third
	 * smaller.
	 */
	private static String echarts() {
		String path = new WebJarVersionLocator().fullPath("echarts", "echarts.common.min.js");
		if (path == null) {
			throw new IllegalStateException("echarts is not on the class path");
		}
		return path;
	}

	static String resource(String path) {
		try (InputStream in = HtmlReport.class.getClassLoader().getResourceAsStream(path)) {
			if (in == null) {
				throw new IllegalStateException(path + " is not on the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
