package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.compare.result.ExperimentDocument;
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

	/**
	 * What the legends of the charts of a profiler's monitor name, one chart after the
	 * other.
	 */
	private static final String MONITOR = """
			return [...document.querySelectorAll('#variant-1 .charts figure')].slice(-4)
			  .map((figure) => echarts.getInstanceByDom(figure.querySelector('.chart')).getOption().series
			    .map((line) => line.name).join(', '))""";

	/** Share of a chart that the names at its left have, in percent. */
	private static final String ROOM_FOR_NAMES = """
			const chart = document.querySelector('figure.broad .chart');
			const { width } = echarts.getInstanceByDom(chart).getOption().yAxis[0].axisLabel;
			return Math.round(100 * width / chart.querySelector('svg').clientWidth);""";

	/** How far to the right of the axis the p99 of each variant is drawn, in pixels. */
	private static final String POINTS = """
			const chart = echarts.getInstanceByDom(document.querySelectorAll('#overview .chart')[1]);
			const { series, xAxis } = chart.getOption();
			return series[0].data.map((point, index) => chart.convertToPixel({ seriesIndex: 0 }, [point.value, index])[0]
			  - chart.convertToPixel({ seriesIndex: 0 }, [xAxis[0].min, index])[0]);""";

	/** What is drawn across each chart. */
	private static final String LIMITS = """
			return [...document.querySelectorAll('.chart')].map((chart) =>
			  echarts.getInstanceByDom(chart).getOption().series.filter((line) => line.markLine?.label?.formatter)
			    .map((line) => line.markLine.data[0].yAxis + ': ' + line.markLine.label.formatter()).join(', '))""";

	/** What the legend of the slowest calls names, if it is shown. */
	private static final String LEGEND = """
			const chart = document.querySelector('#overview figure:nth-child(4) .chart');
			const { show, data: names } = echarts.getInstanceByDom(chart).getOption().legend[0];
			return show + ': ' + names;""";

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390", "light, 800" })
	void whenShownThenEveryChartIsDrawnAndNothingIsComplainedOf(String theme, int width) throws IOException {
		show(Experiments.awkward(), width, theme);
		Browser.keep("report-%s-%d.png".formatted(theme, width), browser::screenshot);
		// Three of all variants, and seven of each of the three that ran.
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(3 + 3 * 7L);
		assertThat(browser.run(DRAWN)).isEqualTo(3 + 3 * 7L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.run("return performance.getEntriesByType('resource').length")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenItIsKnownWhatHeldVariantsUpThenBothSidesAreDrawn(String theme, int width) throws IOException {
		show(Experiments.explained(), width, theme);
		Browser.keep("explained-%s-%d.png".formatted(theme, width), browser::screenshot);
		// Four of all variants, and ten of each.
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(4 + 4 * 10L);
		assertThat(browser.run(DRAWN)).isEqualTo(4 + 4 * 10L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.run(
				"return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].markLine.data.length"))
			.as("intervals")
			.isEqualTo(4L);
		assertThat(browser.run(MONITOR)).asInstanceOf(InstanceOfAssertFactories.LIST)
			.containsExactly("server CPU, GC, client CPU, client GC", "used, size, client", "loaded",
					"peak so far, live, client");
		assertThat(browser.run("return document.querySelectorAll('#overview figcaption')[1].innerText")).asString()
			.contains("p99")
			.doesNotContain("logarithmic");
		browser.pointAt("figure.broad .chart");
		await().untilAsserted(() -> assertThat(tips("figure.broad .chart")).singleElement()
			.asString()
			.contains("direct", "server as a whole", " %)"));
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenServersReportStagesThenEachPercentileHasABar(String theme, int width) throws IOException {
		show(Experiments.staged(), width, theme);
		Browser.keep("staged-%s-%d.png".formatted(theme, width), browser::screenshot);
		// Five of all variants, and eleven of each.
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(5 + 4 * 11L);
		assertThat(browser.run(DRAWN)).isEqualTo(5 + 4 * 11L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		browser.pointAt("#variant-1 figure.broad .chart");
		await().untilAsserted(() -> assertThat(tips("#variant-1 figure.broad .chart")).singleElement()
			.asString()
			.contains("p90", "write and network", "event loop", "executor queue", "handler", "flush and network"));
		assertThat(browser.run("return document.querySelectorAll('#overview figcaption')[3].innerText")).asString()
			.startsWith("What the slowest calls waited for");
		browser.pointAt("#overview figure:nth-child(4) .chart");
		await().untilAsserted(() -> assertThat(tips("#overview figure:nth-child(4) .chart")).singleElement()
			.asString()
			.contains("young collection", "62.5 %", "blocked event loop", "unexplained"));
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenTheSlowestCallsHaveOneCauseThenTheLegendNamesIt() throws IOException {
		show(Experiments.staged("{\"cause\": \"unexplained\", \"share\": 1}"), 1280, "light");
		assertThat(browser.run(LEGEND)).isEqualTo("true: unexplained");
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenLatenciesAreFarApartThenTheSmallOnesAreSeenToo(String theme, int width) throws IOException {
		show(Experiments.farApart(), width, theme);
		Browser.keep("far-apart-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run("return document.querySelectorAll('#overview figcaption')[1].innerText")).asString()
			.contains("p99", "logarithmic");
		List<?> points = (List<?>) browser.run(POINTS);
		assertThat(points).hasSize(4);
		double all = Collections.max(points.stream().map(ReportIT::number).toList());
		assertThat(number(points.get(2))).as("that of virtual, a hundredth of the others")
			.isBetween(0.05 * all, 0.5 * all);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenKneesWereSearchedThenTheirCurvesAreDrawn(String theme, int width) throws IOException {
		KneeDocument search = ResultFile.read(Path.of("src", "test", "resources", "report", "knee.json"),
				KneeDocument.class);
		browser.show(Files.writeString(folder.resolve("report.html"), KneeReport.of(search).html()), width, theme);
		Browser.keep("knee-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(3L);
		assertThat(browser.run(DRAWN)).isEqualTo(3L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.run("return document.body.innerText")).asString()
			.contains("holds up to", "calls per second (1,276 to 1,631) with eight");
		assertThat(browser.run(LIMITS)).isEqualTo(List.of("50: p99 < 50ms", "", ""));
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenKnobsWereSearchedThenRoundsAndRatesAreDrawn(String theme, int width) throws IOException {
		TuneDocument search = ResultFile.read(Path.of("src", "test", "resources", "report", "tune.json"),
				TuneDocument.class);
		browser.show(Files.writeString(folder.resolve("report.html"), TuneReport.of(search).html()), width, theme);
		Browser.keep("tune-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(2L);
		assertThat(browser.run(DRAWN)).isEqualTo(2L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.run("return document.body.innerText")).asString()
			.contains("the objective held in", "grpc:", "as configured");
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenChartsHaveNoDataThenTheyDoNotCountAsDrawn() throws IOException {
		show(Experiments.real(), 1280, "light");
		browser.run("""
				document.querySelectorAll('.chart').forEach((element) => {
				  const chart = echarts.getInstanceByDom(element);
				  chart.setOption({ series: chart.getOption().series.map(() => ({ data: [] })) });
				});""");
		assertThat(browser.run(DRAWN)).isEqualTo(0L);
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
	void whenThePhoneIsTurnedThenNamesHaveTheRoomOfTheNewWidth() throws IOException {
		show(Experiments.many(2), 390, "light");
		assertThat(browser.run(ROOM_FOR_NAMES)).isEqualTo(42L);
		browser.burst(844, 390);
		await().untilAsserted(() -> assertThat(browser.run(ROOM_FOR_NAMES)).isEqualTo(33L));
		Browser.keep("turned-844.png", browser::screenshot);
		browser.burst(390, 844);
		await().untilAsserted(() -> assertThat(browser.run(ROOM_FOR_NAMES)).isEqualTo(42L));
		Browser.keep("turned-390.png", browser::screenshot);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenNameIsMarkupThenItIsShownAndNotDone() throws IOException {
		show(Experiments.awkward(), 1280, "light");
		assertThat(browser.run("return document.querySelector('#variant-2 h2').firstChild.data.trim()"))
			.isEqualTo(Experiments.HOSTILE);
		assertThat(browser.run("return document.images.length")).isEqualTo(0L);
		browser.pointAt("figure.broad .chart");
		await().untilAsserted(
				() -> assertThat(tips("figure.broad .chart")).singleElement().asString().contains(Experiments.HOSTILE));
		assertThat(browser.run("return document.images.length")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 390, 1280 })
	void whenPointedAtThenAllPicturesOfTheVariantShowTheSecond(int width) throws IOException {
		show(Experiments.real(), width, "dark");
		browser.pointAt("#variant-2 figure:nth-child(4) .chart");
		await().untilAsserted(() -> assertThat(tips("#variant-2 .chart")).hasSize(7)
			.anySatisfy((tip) -> assertThat(tip.toString()).contains("CPU", " %"))
			.anySatisfy((tip) -> assertThat(tip.toString()).contains("used", " MB")));
		Browser.keep("pointed-at-%d.png".formatted(width), browser::screenshot);
		assertThat(tips("#variant-1 .chart")).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
	}

	@Test
	void whenTheServerIsOnAnotherMachineThenItIsSaidWhatEachCpuIsAShareOf() throws IOException {
		show(Experiments.onServerOf(16), 1280, "light");
		assertThat(browser.run("return document.body.innerText")).asString()
			.contains("server of 16 processors, client of 2");
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenTheClientHasNoPausesAndThreadsThenTheyAreNotDrawn() throws IOException {
		show(Experiments.real(), 1280, "light");
		assertThat(browser.run("return document.body.innerText")).asString().contains("CPU and GC", "of 2 processors");
		assertThat(browser.run(MONITOR)).asInstanceOf(InstanceOfAssertFactories.LIST)
			.containsExactly("server CPU, GC, client CPU", "used, size, client", "loaded", "peak so far, live");
		assertThat(browser.complaints()).isEmpty();
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
		assertThat(browser.run(DRAWN)).isEqualTo(3 + 3 * 7L);
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenNothingWasMeasuredThenThePageSaysSo() throws IOException {
		ExperimentDocument experiment = Experiments.awkward();
		show(Experiments.of(experiment.variants().getLast()), 390, "light");
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(0L);
		assertThat(browser.run("return document.body.innerText")).asString()
			.contains("The one variant did not complete", "Nothing was measured.");
		assertThat(browser.complaints()).isEmpty();
	}

	/** Colour of the page and of the first text in a chart. */
	private static String colors() {
		return browser.run(
				"return getComputedStyle(document.documentElement).backgroundColor + document.querySelector('svg text').getAttribute('fill')")
			.toString();
	}

	private static double number(Object value) {
		return ((Number) value).doubleValue();
	}

	private static String textOf(String colors) {
		return colors.substring(colors.indexOf('#'));
	}

}
