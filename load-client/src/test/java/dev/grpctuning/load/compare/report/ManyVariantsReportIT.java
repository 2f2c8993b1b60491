package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.testkit.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The report of many variants or workloads, in a browser. */
class ManyVariantsReportIT extends AbstractReportIT {

	private static final String BARS = "return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].data.length";

	private static final String BAR_COLORS = """
			return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].data.map((bar) => bar.itemStyle.color)""";

	/** Name, colour and dashes of the lines of each chart of percentiles. */
	private static final String LINES = """
			return [...document.querySelectorAll('#overview figure.curve .chart')]
			  .map((chart) => echarts.getInstanceByDom(chart).getOption().series
			    .map((line) => [line.name, line.lineStyle.color, line.lineStyle.type].join(' ')).join(', '))""";

	@ParameterizedTest
	@CsvSource({ "light, 390", "dark, 1280" })
	void whenThereAreManyVariantsThenTheFirstAreShownAndAllCanBe(String theme, int width) throws IOException {
		show(Experiments.many(24), width, theme);
		Browser.keep("many-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run(BARS)).as("as many as there are colours").isEqualTo(7L);
		browser.run("[...document.querySelectorAll('.choice button')].find((it) => it.textContent === 'all').click()");
		assertThat(browser.run(BARS)).isEqualTo(24L);
		assertThat(((List<?>) browser.run(BAR_COLORS)).subList(0, 21)).doesNotHaveDuplicates();
		assertDrawn();
		browser.pointAt(chart("Response time by percentile"));
		await().untilAsserted(() -> assertThat(tips(chart("Response time by percentile"))).singleElement()
			.asString()
			.contains("and 12 below"));
		browser.run("document.querySelector('a[href=\"#variant-3\"]').click()");
		await().untilAsserted(() -> assertThat(browser.run("return document.querySelector('#variant-3 details').open"))
			.isEqualTo(true));
		assertDrawn();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenThereAreWorkloadsThenEachHasChartsOfItsOwnInWhichAVariantLooksTheSame(String theme, int width)
			throws IOException {
		show(Experiments.manyWorkloads(), width, theme);
		Browser.keep("workloads-%s-%d.png".formatted(theme, width), browser::screenshot);
		// Rates, p99 and percentiles of each of eight, and what the time of all goes to.
		assertThat(browser.run("return document.querySelectorAll('#overview .chart').length")).isEqualTo(1 + 8 * 3L);
		assertThat(browser.run("return [...document.querySelectorAll('#overview h3')].map((it) => it.textContent)"))
			.isEqualTo(Stream
				.concat(IntStream.range(0, 8).mapToObj((index) -> "a-workload-" + index), Stream.of("All workloads"))
				.toList());
		List<String> lines = ((List<?>) browser.run(LINES)).stream().map(Object::toString).toList();
		assertThat(lines).hasSize(8).containsOnly(lines.getFirst());
		assertThat(Stream.of(lines.getFirst().split(", ")).map((line) -> line.split(" ")[0]))
			.isEqualTo(Experiments.explained().variants().stream().map(Variant::name).toList());
		assertDrawn();
		assertThat(browser.run("return document.getElementById('over-time').textContent"))
			.isEqualTo("Over time: a-workload-0");
		browser.run("""
				const workload = document.querySelector('.choice select');
				workload.value = 'a-workload-5';
				workload.dispatchEvent(new Event('change'));""");
		assertThat(browser.run("return document.getElementById('over-time').textContent"))
			.isEqualTo("Over time: a-workload-5");
		assertThat(browser.run("return location.hash")).isEqualTo("#workload=a-workload-5");
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenItIsAGridThenEachCodecHasItsCells(String theme, int width) throws IOException {
		show(Experiments.grid(), width, theme);
		Browser.keep("grid-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(names()).startsWith("queue: calls per second", "queue: response time p99",
				"direct: calls per second", "direct: response time p99");
		assertThat(browser.run("return document.querySelector('#overview .chart').textContent")).asString()
			.contains("1 client", "10 clients", "delay 500 µs");
		assertThat(browser
			.run("return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].data.length"))
			.isEqualTo(4L);
		assertDrawn();
	}

}
