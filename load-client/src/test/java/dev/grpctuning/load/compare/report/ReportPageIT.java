package dev.grpctuning.load.compare.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.testkit.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The page of a report around its charts, in a browser. */
class ReportPageIT extends AbstractReportIT {

	/** By how many pixels the widest table does not fit. */
	private static final String TOO_WIDE = """
			return Math.max(...[...document.querySelectorAll('.wide')].map((it) => it.scrollWidth - it.clientWidth))""";

	private static final String HEADINGS_OF_TABLE = """
			return [...document.querySelector('.figures').tHead.rows[0].cells].map((it) => it.innerText)""";

	/** Variants in the first chart. */
	private static final String ROWS = "return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].data.length";

	private static final String TIP = "return document.getElementById('tip').hidden ? '' : document.getElementById('tip').innerText";

	/** Runs the scripts of the page once more, as the live page does for a new report. */
	private static final String AGAIN = """
			window.added = [];
			for (const target of [document, window]) {
			  const add = target.addEventListener;
			  target.addEventListener = (type, ...others) => { added.push(type); add.call(target, type, ...others); };
			}
			window.ran = 0;
			const scripts = [...document.querySelectorAll('script[type=module]')];
			scripts.forEach((script) => document.body.append(
			  Object.assign(document.createElement('script'), { type: 'module', textContent: script.textContent + '\\nran++;' })));
			return scripts.length;""";

	private static final String HEADINGS = """
			return [...document.querySelectorAll('h1, h2, h3')].map((it) => Number(it.tagName[1]))""";

	@ParameterizedTest
	@CsvSource({ "light, 1440", "dark, 1024", "dark, 390" })
	void whenShownThenNoRuleOfAccessibilityIsBroken(String theme, int width) throws IOException {
		show(judged(), width, theme);
		Browser.keep("page-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		List<Long> levels = ((List<?>) browser.run(HEADINGS)).stream().map(Long.class::cast).toList();
		assertThat(levels).startsWith(1L).filteredOn((level) -> level == 1).hasSize(1);
		assertThat(browser.complaints()).isEmpty();
		assertAccessible();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1280, 1400 })
	void whenThePageIsWideThenEveryTableFits(int width) throws IOException {
		show(Experiments.classic(), width, "light");
		Browser.keep("classic-%d.png".formatted(width), browser::screenshot);
		assertThat(browser.run(HEADINGS_OF_TABLE)).asInstanceOf(InstanceOfAssertFactories.LIST)
			.contains("burst over after", "GC pauses", "runs");
		assertThat(browser.run(TOO_WIDE)).isEqualTo(0L);
	}

	@Test
	void whenATermIsReachedOrPointedAtThenItIsExplainedUntilEscape() throws IOException {
		show(judged(), 1440, "light");
		browser.run("document.querySelector('thead a.term[href=\"#term-percentile\"]').focus()");
		await().untilAsserted(() -> assertThat(browser.run(TIP)).asString().startsWith("99 of 100 calls"));
		browser.press(Keys.ESCAPE);
		assertThat(browser.run(TIP)).isEqualTo("");
		browser.pointAt("thead a.term[href='#term-percentile']");
		await().untilAsserted(() -> assertThat(browser.run(TIP)).asString().startsWith("99 of 100 calls"));
		browser.run("document.querySelector('thead a.term').click()");
		assertThat(browser.run("return location.hash")).asString().startsWith("#term-");
	}

	@Test
	void whenANewReportRunsTheScriptsAgainThenNothingListensTwice() throws IOException {
		show(judged(), 1440, "light");
		Object scripts = browser.run(AGAIN);
		await().untilAsserted(() -> assertThat(browser.run("return window.ran")).isEqualTo(scripts));
		assertThat(browser.run("return window.added.join()")).isEqualTo("");
		browser.run("document.querySelector('thead a.term[href=\"#term-percentile\"]').focus()");
		await().untilAsserted(() -> assertThat(browser.run(TIP)).asString().startsWith("99 of 100 calls"));
		assertThat(browser.run("return document.querySelectorAll('#tip').length")).isEqualTo(1L);
	}

	@Test
	void whenThereIsNoMouseThenVariantsAndSecondsAreChosenAndTheFocusIsNeverLost() throws IOException {
		show(judged(), 1440, "light");
		long rows = number(ROWS);
		List<String> unseen = new ArrayList<>(browser.tabTo(".chip input[value=direct]"));
		browser.press(Keys.SPACE);
		assertThat(number(ROWS)).isEqualTo(rows - 1);
		assertThat(browser.run("return document.activeElement.value")).isEqualTo("direct");
		unseen.addAll(browser.tabTo(".choice fieldset:last-child input"));
		browser.press("2", Keys.TAB);
		assertThat(browser.run("return location.hash")).asString().contains("from=2");
		unseen.addAll(browser.tabTo(".choice fieldset:last-child button"));
		browser.press(Keys.ENTER);
		assertThat(browser.run("return location.hash")).asString().doesNotContain("from");
		assertThat(browser.run("return document.activeElement.placeholder")).as("the first field").isEqualTo("0");
		// Through all charts.
		unseen.addAll(browser.tabTo("details.more summary"));
		unseen.addAll(browser.tabTo("[data-copy], #variant-0 summary, nav a"));
		assertThat(unseen).as("cannot be seen while they have the focus").isEmpty();
	}

	private static long number(String script) {
		return ((Number) browser.run(script)).longValue();
	}

	/**
	 * With thresholds, of which one fails, a variant that died and one that was
	 * saturated.
	 */
	private static ExperimentDocument judged() {
		ExperimentDocument explained = Experiments.explained();
		return Experiments
			.with(explained, explained.design().planned(),
					Stream
						.concat(explained.variants().stream(),
								Stream.of(Experiments.named("dead", Experiments.real().variants().getFirst())))
						.toList())
			.mapRuns((run) -> run.with(run.outcome()
				.with(List.of(
						new ThresholdDocument("p99 < 500ms",
								"%d ms".formatted(run.load().latencyMicros().response().p99() / 1000),
								run.load().latencyMicros().response().p99() < 500_000),
						new ThresholdDocument("errors < 90%", "0 %", true)))));
	}

}
