package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.testkit.Browser;
import dev.grpctuning.testkit.RequiresBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Reports in a browser. */
@Timeout(180)
@RequiresBrowser
abstract class AbstractReportIT {

	/**
	 * Counts the charts in which data is drawn: a line, which is thicker than those of
	 * the grid, or a bar or a large point, which is higher than the sign of a legend and
	 * not transparent as the grey area is, for which there are no metrics.
	 */
	static final String DRAWN = """
			return [...document.querySelectorAll('.chart')].filter((chart) =>
			  [...chart.querySelectorAll('svg > g path')].some((path) => {
			    const box = path.getBoundingClientRect();
			    const bar = !['none', 'transparent'].includes(path.getAttribute('fill')) && !path.hasAttribute('fill-opacity') && box.height > 8;
			    return box.width > 5 && (bar || path.getAttribute('stroke-width') > 1.5);
			  })).length""";

	/** Texts that are cut off at the edge of their chart; a legend scrolls. */
	static final String CUT = """
			return [...document.querySelectorAll('.chart svg text')].filter((text) => {
			  const box = text.getBoundingClientRect();
			  const chart = text.closest('svg').getBoundingClientRect();
			  return !text.closest('[clip-path]') && (box.left < chart.left - 1 || box.right > chart.right + 1
			    || box.top < chart.top - 1 || box.bottom > chart.bottom + 1);
			}).map((text) => text.textContent)""";

	/** Entries of the contents that lead nowhere, or that there are none. */
	private static final String DEAD_ENDS = """
			const links = [...document.querySelectorAll('nav a')];
			return links.length === 0 ? ['no contents'] : links.map((link) => link.hash).filter((hash) => !document.querySelector(hash))""";

	static final String CHARTS = "return document.querySelectorAll('.chart').length";

	/** Names of the charts, one after the other. */
	static final String NAMES = """
			return [...document.querySelectorAll('.save button:first-child')]
			  .map((button) => button.getAttribute('aria-label').replace(/ as CSV$/, ''))""";

	@TempDir
	static Path folder;

	static Browser browser;

	@BeforeAll
	static void start() {
		browser = Browser.start();
	}

	@AfterAll
	static void end() {
		browser.close();
	}

	static void show(ExperimentDocument experiment, int width, String theme) throws IOException {
		browser.show(Files.writeString(folder.resolve("report.html"),
				ExperimentReport.of(experiment, Path.of("none")).html()), width, theme);
	}

	/**
	 * Every chart is drawn, with no text cut off, and the page neither scrolls sideways
	 * nor complains.
	 */
	static void assertDrawn() {
		assertThat(browser.run(DRAWN)).isEqualTo(browser.run(CHARTS)).isNotEqualTo(0L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	/**
	 * Breaks no rule of axe-core. Charts have a name for their whole, and rules take long
	 * in all that they are drawn of.
	 */
	static void assertAccessible() {
		assertThat(browser.run(DEAD_ENDS)).as("links of the contents")
			.asInstanceOf(InstanceOfAssertFactories.LIST)
			.isEmpty();
		browser.run("document.querySelectorAll('.chart').forEach((it) => it.replaceChildren())");
		assertThat(browser.barriers()).isEmpty();
	}

	static List<String> names() {
		return ((List<?>) browser.run(NAMES)).stream().map(Object::toString).toList();
	}

	/** Selects the chart of this name. */
	static String chart(String name) {
		return "figure:has(button[aria-label=\"%s as CSV\"]) .chart".formatted(name);
	}

	/** Unfolds the charts of figures that are of less interest. */
	static void unfold() {
		browser.run("document.querySelector('details.more').open = true");
		await().untilAsserted(
				() -> assertThat(browser.run("return document.querySelectorAll('details.more .chart').length"))
					.isNotEqualTo(0L));
	}

	/** What the tips say that are shown in some charts. */
	static List<?> tips(String charts) {
		return (List<?>) browser.run("""
				return [...document.querySelectorAll('%s')].flatMap((chart) => [...chart.children])
				  .filter((tip) => tip.innerText && getComputedStyle(tip).visibility === 'visible'
				    && getComputedStyle(tip).opacity > 0 && !tip.querySelector('svg')).map((tip) => tip.innerText);"""
			.formatted(charts));
	}

}
