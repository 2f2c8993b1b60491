package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.testkit.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The report of many variants or workloads, in a browser. */
class ManyVariantsReportIT extends AbstractReportIT {

	private static final String LISTS_OPEN = "return document.querySelectorAll('details.runs[open]').length";

	private static final String BARS = "return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].data.length";

	/** Name, colour and dashes of the lines of each chart of percentiles. */
	private static final String LINES = """
			return [...document.querySelectorAll('#overview figure.curve .chart')]
			  .map((chart) => echarts.getInstanceByDom(chart).getOption().series
			    .map((line) => [line.name, line.lineStyle.color, line.lineStyle.type].join(' ')).join(', '))""";

	@ParameterizedTest
	@CsvSource({ "light, 390", "dark, 1280" })
	void whenThereAreManyVariantsThenEachHasABarAndIsDrawnWhenItIsOpened(String theme, int width) throws IOException {
		show(Experiments.many(24), width, theme);
		Browser.keep("many-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run(BARS)).isEqualTo(24L);
		assertThat(browser.run(DRAWN)).isEqualTo(4L);
		browser.pointAt("#overview figure:last-child .chart");
		await().untilAsserted(
				() -> assertThat(tips("#overview .chart")).singleElement().asString().contains("and 12 below"));
		browser.run("document.querySelector('a[href=\"#variant-3\"]').click()");
		await().untilAsserted(() -> assertThat(browser.run(DRAWN)).isEqualTo(4L + 10));
		browser.run(
				"document.querySelectorAll('#variant-10 details, #variant-24 details').forEach((it) => { it.open = true; })");
		await().untilAsserted(() -> assertThat(browser.run(DRAWN)).isEqualTo(4L + 3 * 10));
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1280", "dark, 390" })
	void whenThereAreWorkloadsThenEachHasChartsOfItsOwnInWhichAVariantLooksTheSame(String theme, int width)
			throws IOException {
		show(Experiments.manyWorkloads(), width, theme);
		Browser.keep("workloads-%s-%d.png".formatted(theme, width), browser::screenshot);
		// Rates, p99 and percentiles of each of eight, and what the time of all goes to.
		assertThat(browser.run("return document.querySelectorAll('.chart').length")).isEqualTo(1 + 8 * 3L);
		assertThat(browser.run(DRAWN)).isEqualTo(1 + 8 * 3L);
		assertThat(browser.run(CUT)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run("return [...document.querySelectorAll('#overview h3')].map((it) => it.textContent)"))
			.isEqualTo(Stream
				.concat(IntStream.range(0, 8).mapToObj((index) -> "a-workload-" + index), Stream.of("All workloads"))
				.toList());
		List<String> lines = ((List<?>) browser.run(LINES)).stream().map(Object::toString).toList();
		assertThat(lines).hasSize(8).containsOnly(lines.getFirst());
		assertThat(Stream.of(lines.getFirst().split(", ")).map((line) -> line.split(" ")[0]))
			.isEqualTo(Experiments.explained().variants().stream().map(Variant::name).toList());
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenVariantsAreFoldedThenWhatIsOpenIsPrinted() throws IOException {
		show(Experiments.many(24), 1280, "light");
		browser.run("document.querySelector('details').open = true");
		await().untilAsserted(() -> assertThat(browser.run(DRAWN)).isEqualTo(4L + 10));
		browser.run("dispatchEvent(new Event('beforeprint'))");
		assertThat(browser.run(DRAWN)).isEqualTo(4L + 10);
		assertThat(browser.run(LISTS_OPEN)).as("lists of runs").isEqualTo(24L);
		browser.run("dispatchEvent(new Event('afterprint'))");
		assertThat(browser.run(LISTS_OPEN)).isEqualTo(0L);
		Browser.keep("many.pdf", browser::pdf);
		assertThat(browser.complaints()).isEmpty();
	}

}
