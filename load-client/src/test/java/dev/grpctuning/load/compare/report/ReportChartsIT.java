package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.testkit.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What one can do with the charts of a report, in a browser. */
class ReportChartsIT extends AbstractReportIT {

	/** Names of the lines of each chart against time. */
	private static final String LINES = """
			return [...document.querySelectorAll('#time .chart')].map((chart) =>
			  echarts.getInstanceByDom(chart).getOption().series.map((line) => line.name).join(' '))""";

	/** Ends of the time axis of each chart that has one, in whole seconds. */
	private static final String SPANS = """
			return [...document.querySelectorAll('#time .chart, #heat .chart')].map((chart) => {
			  const [{ min, max }] = echarts.getInstanceByDom(chart).getOption().xAxis;
			  return Math.round(min) + ' to ' + Math.round(max);
			})""";

	/** Whether grey is explained, and whether it is drawn. */
	private static final String GREY = """
			return document.getElementById('charts').innerText.includes('Grey') + ' '
			  + [...document.querySelectorAll('#time .chart')].some((it) => echarts.getInstanceByDom(it).getOption().series[0].markArea);""";

	/** Keeps what a page would download: the names of the files and their contents. */
	private static final String KEEP = """
			window.kept = {};
			const blobs = new Map();
			URL.createObjectURL = (blob) => { blobs.set('blob:' + blobs.size, blob); return 'blob:' + (blobs.size - 1); };
			URL.revokeObjectURL = () => {};
			HTMLAnchorElement.prototype.click = async function () {
			  const blob = blobs.get(this.href);
			  window.kept[this.download] = blob.type === 'text/csv' ? await blob.text() : [...new Uint8Array(await blob.arrayBuffer())].slice(1, 4)
			    .map((code) => String.fromCharCode(code)).join('') + (blob.size > 5000 ? ' of a picture' : '');
			};""";

	@Test
	void whenAVariantIsTakenOutThenNoChartHasItAndTheAddressKeepsTheChoice() throws IOException {
		show(Experiments.counted(), 1280, "light");
		assertThat(lines()).anyMatch((names) -> List.of(names.split(" ")).contains("queue"));
		browser.run("document.querySelector('.chip input[value=queue]').focus()");
		browser.press(" ");
		assertThat(lines()).isNotEmpty()
			.noneMatch((names) -> List.of(names.split(" ")).contains("queue"))
			.anyMatch((names) -> names.contains("direct"));
		assertThat(browser.run("return document.activeElement.value")).as("focus").isEqualTo("queue");
		assertThat(names()).doesNotContain("queue");
		browser.reload();
		assertThat(lines()).isNotEmpty().noneMatch((names) -> List.of(names.split(" ")).contains("queue"));
		assertThat(browser.run("return document.querySelector('.chip input[value=queue]').checked")).isEqualTo(false);
		browser.run("[...document.querySelectorAll('.choice button')].find((it) => it.textContent === 'all').click()");
		assertThat(lines()).anyMatch((names) -> List.of(names.split(" ")).contains("queue"));
		assertThat(browser.run("return location.hash")).isEqualTo("");
		browser.run("[...document.querySelectorAll('.choice button')].find((it) => it.textContent === 'none').click()");
		assertThat(browser.run("return document.getElementById('charts').innerText")).asString()
			.contains("No variant is chosen.");
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenOneVariantIsShownThenGreyIsTheTimeWithoutMetricsOfItsServer() throws IOException {
		show(Experiments.real(), 1280, "light");
		assertThat(browser.run(GREY)).isEqualTo("false false");
		browser.run("[...document.querySelectorAll('.choice button')].find((it) => it.textContent === 'none').click()");
		browser.run("document.querySelector('.chip input').click()");
		assertThat(browser.run(GREY)).isEqualTo("true true");
	}

	@Test
	void whenDraggedOverAChartThenAllShowThatSpanOfTimeUntilADoubleClick() throws IOException {
		show(Experiments.counted(), 1280, "light");
		List<String> whole = strings(SPANS);
		browser.drag("#time figure:nth-child(2) .chart", 0, 80);
		List<String> part = strings(SPANS);
		assertThat(part).hasSameSizeAs(whole).doesNotContainAnyElementsOf(whole);
		assertThat(part.stream().distinct()).hasSize(1);
		assertThat(browser.run("return location.hash")).asString().contains("from=", "to=");
		browser
			.run("document.querySelector('#time .chart').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))");
		assertThat(strings(SPANS)).isEqualTo(whole);
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenAChartIsSavedThenTheFileHasItsDataOrItsPicture() throws IOException {
		show(Experiments.counted(), 1280, "light");
		browser.run(KEEP);
		browser.run("document.querySelectorAll('.save button').forEach((button) => button.click())");
		long files = 2L * ((Number) browser.run(CHARTS)).longValue();
		await().untilAsserted(() -> assertThat(browser.run("return document.querySelectorAll('.save button').length"))
			.isEqualTo(files));
		await().untilAsserted(() -> assertThat(browser
			.run("return Object.entries(kept).find(([name]) => name.endsWith('calls-answered.csv'))?.[1] ?? ''"))
			.asString()
			.startsWith("series,time,Calls answered (per second)\n")
			.contains("\nqueue,", "\ndirect,"));
		await().untilAsserted(() -> assertThat(
				browser.run("return Object.entries(kept).filter(([name]) => name.endsWith('.png')).map((it) => it[1])"))
			.asInstanceOf(InstanceOfAssertFactories.LIST)
			.hasSizeGreaterThan(10)
			.containsOnly("PNG of a picture"));
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenIntervalsHaveCountsThenEachVariantHasAHeatMap() throws IOException {
		show(Experiments.counted(), 1280, "light");
		assertThat(browser.run(
				"return [...document.querySelectorAll('#heat .chart')].map((it) => it.querySelectorAll('path[fill-opacity]').length > 2)"))
			.isEqualTo(List.of(true, true, true, true));
		browser.pointAt("#heat figure .chart");
		await().untilAsserted(() -> assertThat(tips("#heat figure:first-child .chart")).singleElement()
			.asString()
			.contains("ms to", "%"));
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenTheComparisonHasRoundsThenEachIsADotTiedToTheBaseline() throws IOException {
		show(Experiments.explained(), 1280, "light");
		assertThat(names()).contains("p99 of each round against the baseline");
		assertThat(browser
			.run("""
					const chart = [...document.querySelectorAll('figure')].find((it) => it.innerText.startsWith('p99 of each round'));
					return echarts.getInstanceByDom(chart.querySelector('.chart')).getOption().series.map((it) => it.data.length)"""))
			.isEqualTo(List.of(2L, 2L, 2L, 18L));
	}

	@Test
	void theControlIsGreyAndDashedAndNoVariantIs() throws IOException {
		show(Experiments.classic(), 1280, "light");
		assertThat(
				strings("""
						const grey = getComputedStyle(document.documentElement).getPropertyValue('--quiet').trim();
						const charts = [...document.querySelectorAll('#overview .chart')].map((chart) => echarts.getInstanceByDom(chart).getOption());
						const [{ yAxis: [axis], series: [bars] }] = charts;
						const lines = charts.find(({ series }) => series[0].name === 'plain').series;
						return [
						  ...bars.data.flatMap((bar, index) => bar.itemStyle.color === grey ? 'bar of ' + axis.axisLabel.formatter(index) : []),
						  ...lines.filter(({ lineStyle }) => lineStyle.color === grey || lineStyle.type !== 'solid').map(({ name, lineStyle }) => lineStyle.type + ' line of ' + name),
						  ...[...document.querySelectorAll('.chip')].filter((chip) => chip.querySelector('i').style.borderTopColor === 'var(--quiet)').map((chip) => 'choice of ' + chip.title)
						]"""))
			.containsExactly("bar of tuned-control (A/A control)", "dashed line of tuned-control",
					"choice of tuned-control");
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenItIsARunThenItHasThePageOfOneVariant(String theme, int width) throws IOException {
		browser.show(
				Files.writeString(folder.resolve("run.html"),
						ExperimentReport.of(Experiments.counted().variants().getFirst().runs().getFirst()).html()),
				width, theme);
		Browser.keep("run-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(names()).contains("Calls answered", "Server CPU");
		assertThat(browser.run("return document.querySelectorAll('.chip').length")).isEqualTo(0L);
		assertDrawn();
	}

	private static List<String> lines() {
		return strings(LINES);
	}

	private static List<String> strings(String script) {
		return ((List<?>) browser.run(script)).stream().map(Object::toString).toList();
	}

}
