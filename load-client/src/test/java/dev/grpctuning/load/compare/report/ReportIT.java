package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.knee.KneeDocument;
import dev.grpctuning.load.knee.KneeReport;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.tune.TuneDocument;
import dev.grpctuning.load.tune.TuneReport;
import dev.grpctuning.testkit.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page in a real browser. With {@code -Dbrowser.screenshots=true} it leaves pictures
 * in {@code target/screenshots}.
 */
class ReportIT extends AbstractReportIT {

	/** Variants that each chart of a knee draws, which must be the same in all. */
	private static final String CURVES = """
			const drawn = [...document.querySelectorAll('#overview .chart')]
				.map((chart) => echarts.getInstanceByDom(chart).getOption().series.filter((it) => it.showSymbol).map((it) => it.name));
			return drawn.every((names) => String(names) === String(drawn[0])) ? drawn[0] : drawn;""";

	/** What is drawn across each chart. */
	private static final String LIMITS = """
			return [...document.querySelectorAll('.chart')].map((chart) =>
			  echarts.getInstanceByDom(chart).getOption().series.filter((line) => line.markLine?.label?.formatter)
			    .map((line) => line.markLine.data[0].yAxis + ': ' + line.markLine.label.formatter()).join(', '))""";

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390", "light, 800" })
	void whenShownThenEveryChartIsDrawnAndNothingIsComplainedOf(String theme, int width) throws IOException {
		show(Experiments.awkward(), width, theme);
		Browser.keep("report-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(names()).contains("Calls answered per second", "Response time", "Response time by percentile",
				"Calls answered", "Response time p99", "Server CPU", "Heap", "GC", "Threads");
		unfold();
		assertThat(names()).contains("Open calls", "Service time p99", "Client CPU", "Classes").doesNotHaveDuplicates();
		assertThat(browser.run("return performance.getEntriesByType('resource').length")).isEqualTo(0L);
		assertDrawn();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenItIsKnownWhatHeldVariantsUpThenBothSidesAreDrawn(String theme, int width) throws IOException {
		show(Experiments.explained(), width, theme);
		Browser.keep("explained-%s-%d.png".formatted(theme, width), browser::screenshot);
		unfold();
		assertDrawn();
		assertThat(names()).contains("Executor queue", "Event-loop lag", "Executor wait p99", "Client GC",
				"Client threads");
		assertThat(browser.run(
				"return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].markLine.data.length"))
			.as("intervals")
			.isEqualTo(4L);
		assertThat(browser.run("return document.querySelectorAll('#overview figcaption')[1].innerText")).asString()
			.contains("p99")
			.doesNotContain("log scale");
		browser.pointAt(chart("Where the response time goes"));
		await().untilAsserted(() -> assertThat(tips(chart("Where the response time goes"))).singleElement()
			.asString()
			.contains("direct", "server as a whole", " %)"));
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenServersReportStagesThenEachPercentileHasABar(String theme, int width) throws IOException {
		show(Experiments.staged(), width, theme);
		Browser.keep("staged-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertDrawn();
		String bands = chart("Where the response time goes, by percentile");
		browser.pointAt(bands);
		await().untilAsserted(() -> assertThat(tips(bands)).singleElement()
			.asString()
			.contains("p9", "write and network", "event loop", "executor queue", "handler", "flush and network"));
		String causes = chart("What the slowest calls waited for");
		browser.pointAt(causes);
		await().untilAsserted(() -> assertThat(tips(causes)).singleElement()
			.asString()
			.contains("young collection", "62.5 %", "blocked event loop", "unexplained"));
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenKneesWereSearchedThenTheirCurvesAreDrawn(String theme, int width) throws IOException {
		KneeDocument search = ResultFile.read(Path.of("src", "test", "resources", "report", "knee.json"),
				KneeDocument.class);
		browser.show(Files.writeString(folder.resolve("report.html"), KneeReport.of(search, null).html()), width,
				theme);
		Browser.keep("knee-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(3L);
		assertThat(browser.run(DRAWN)).isEqualTo(3L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.run("return document.body.innerText")).asString()
			.contains("holds up to", "calls per second (1,276 to 1,631) with eight");
		assertThat(browser.run(LIMITS)).isEqualTo(List.of("50: p99 < 50ms", "", ""));
		assertThat(browser.run(CURVES)).isEqualTo(List.of("eight", "virtual"));
		browser.run("document.querySelector('.choice input[value=virtual]').click();");
		assertThat(browser.run(CURVES)).isEqualTo(List.of("eight"));
		assertThat(browser.run("return location.hash")).isEqualTo("#variant=eight");
		browser.run("document.querySelector('.choice input[value=eight]').click();");
		assertThat(browser.run("return document.getElementById('overview').innerText"))
			.isEqualTo("No variant is chosen.");
		assertThat(browser.complaints()).isEmpty();
		assertAccessible();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenKnobsWereSearchedThenRoundsAndRatesAreDrawn(String theme, int width) throws IOException {
		TuneDocument search = ResultFile.read(Path.of("src", "test", "resources", "report", "tune.json"),
				TuneDocument.class);
		browser.show(Files.writeString(folder.resolve("report.html"), TuneReport.of(search, null).html()), width,
				theme);
		Browser.keep("tune-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(2L);
		assertThat(browser.run(DRAWN)).isEqualTo(2L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.run("return document.body.innerText")).asString()
			.contains("the objective held in", "grpc:", "as configured");
		assertThat(browser.complaints()).isEmpty();
		assertAccessible();
	}

	@Test
	void whenTheThemeChangesThenPageAndChartsChange() throws IOException {
		show(Experiments.real(), 1280, "light");
		String light = colors();
		browser.theme("dark");
		await().untilAsserted(() -> assertThat(colors()).startsWith("rgb(19, 21, 23)").doesNotEndWith(textOf(light)));
		browser.theme("light");
		await().untilAsserted(() -> assertThat(colors()).isEqualTo(light));
	}

	@Test
	void whenNameIsMarkupThenItIsShownAndNotDone() throws IOException {
		show(Experiments.awkward(), 1280, "light");
		assertThat(browser.run("return document.querySelector('#variant-2 h2').firstChild.data.trim()"))
			.isEqualTo(Experiments.HOSTILE);
		assertThat(browser.run("return document.images.length")).isEqualTo(0L);
		browser.pointAt(chart("Response time by percentile"));
		await().untilAsserted(() -> assertThat(tips(chart("Response time by percentile"))).singleElement()
			.asString()
			.contains(Experiments.HOSTILE));
		assertThat(browser.run("return document.images.length")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 390, 1280 })
	void whenPointedAtThenAllChartsAgainstTimeShowTheSecond(int width) throws IOException {
		show(Experiments.real(), width, "dark");
		int charts = ((Number) browser.run("return document.querySelectorAll('#time .chart').length")).intValue();
		browser.pointAt("#time figure:nth-child(4) .chart");
		await().untilAsserted(() -> assertThat(tips("#time .chart")).hasSize(charts)
			.anySatisfy((tip) -> assertThat(tip.toString()).contains(" %"))
			.anySatisfy((tip) -> assertThat(tip.toString()).contains(" MB")));
		Browser.keep("pointed-at-%d.png".formatted(width), browser::screenshot);
		assertThat(tips("#overview .chart")).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
	}

	@Test
	void whenPrintedInTheDarkThenItIsLightAndTheScreenIsDarkAgain() throws IOException {
		show(Experiments.real(), 1280, "dark");
		String dark = colors();
		byte[] pdf = browser.pdf();
		Browser.keep("report.pdf", () -> pdf);
		assertThat(new String(pdf, StandardCharsets.ISO_8859_1)).startsWith("%PDF-");
		await().untilAsserted(() -> assertThat(colors()).isEqualTo(dark));
		browser.run("dispatchEvent(new Event('beforeprint'))");
		assertThat(colors()).isNotEqualTo(dark).startsWith("rgb(255, 255, 255)");
		assertDrawn();
	}

	/** Colour of the page and of the first text in a chart. */
	private static String colors() {
		return browser.run(
				"return getComputedStyle(document.documentElement).backgroundColor + document.querySelector('svg text').getAttribute('fill')")
			.toString();
	}

	private static String textOf(String colors) {
		return colors.substring(colors.indexOf('#'));
	}

}
