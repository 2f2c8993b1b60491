package dev.grpctuning.console;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.Browser;
import dev.grpctuning.testkit.RequiresBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The page in a real browser, with a service that sends what the tests want. */
@Timeout(180)
@RequiresBrowser
class ConsolePageIT {

	/** Points in the chart of the latencies. */
	private static final String POINTS = "return echarts.getInstanceByDom(document.querySelectorAll('.chart')[1])?.getOption().series[0]?.data.length ?? 0";

	/**
	 * Counts figures and charts whose last row leaves a gap when a service does not have
	 * one of them.
	 */
	private static final String GAPS = """
			document.querySelector('#now div').remove();
			document.querySelector('#charts figure:last-child').hidden = true;
			const right = (element) => element.getBoundingClientRect().right;
			return [...document.querySelectorAll('#now, #charts')]
			  .filter((all) => right([...all.children].findLast((each) => !each.hidden)) < right(all) - 2).length""";

	private static final String OVERLAPS = """
			const box = (cell) => cell.getBoundingClientRect();
			return [...document.querySelectorAll('#connections tr')].flatMap((row) => [...row.cells].slice(1)
			  .filter((cell, index) => box(cell).left < box(row.cells[index]).right - 1 && box(cell).top < box(row.cells[index]).bottom - 1)).length""";

	private static final String TOO_WIDE = """
			const { scrollWidth, clientWidth } = document.querySelector('#connections .wide');
			return scrollWidth - clientWidth;""";

	private static final String WRAPPED_CAPTIONS = """
			return [...document.querySelectorAll('figcaption')]
			  .filter((each) => each.clientHeight > 1.5 * parseFloat(getComputedStyle(each).lineHeight))
			  .map((each) => each.textContent)""";

	/** Colour of what each line stands for, and its contrast to what is behind it. */
	private static final String COLORS = """
			const light = (color) => color.match(/[0-9a-f]{2}/g).map((part) => parseInt(part, 16) / 255)
			  .map((part) => part > .04045 ? ((part + .055) / 1.055) ** 2.4 : part / 12.92).reduce((sum, part, at) => sum + part * [.2126, .7152, .0722][at], 0);
			const card = light(getComputedStyle(document.documentElement).getPropertyValue('--card'));
			const ratio = (color) => (Math.max(light(color), card) + .05) / (Math.min(light(color), card) + .05);
			return Object.fromEntries([...document.querySelectorAll('.chart')].flatMap((chart) => echarts.getInstanceByDom(chart)?.getOption().series ?? [])
			  .map((line) => [line.name.replace(/:.*/, ''), line.color + (ratio(line.color) < 3 ? ' is hard to see' : '')]))""";

	private static Browser browser;

	private StubService service;

	@BeforeAll
	static void startBrowser() {
		browser = Browser.start();
	}

	@AfterAll
	static void endBrowser() {
		browser.close();
	}

	@BeforeEach
	void start() throws IOException {
		this.service = StubService.start();
	}

	/** Leaves the page first, which would complain that its service has ended. */
	@AfterEach
	void end() {
		browser.show(URI.create("about:blank"), 1440, "light");
		browser.complaints();
		this.service.close();
	}

	@ParameterizedTest
	@CsvSource({ "light, 1440", "dark, 390" })
	void whenShownThenEverybodyCanUseIt(String theme, int width) throws IOException {
		show(width, theme);
		browser.run("document.querySelector('#connections').scrollIntoView()");
		await().until(() -> browser.text("#connections tbody").contains(StubService.MARKUP));
		browser.run("document.querySelectorAll('figure')[5].scrollIntoView()");
		await().until(() -> browser.text("figure:nth-child(6) figcaption").startsWith("Waiting time log scale"));
		browser.run("scrollTo(0, 0)");
		Browser.keep("console-%s-%d.png".formatted(theme, width), browser::screenshot);
		assertThat(browser.barriers()).isEmpty();
		assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo((long) width);
		assertThat(browser.run(GAPS)).isEqualTo(0L);
		assertThat(browser.run(WRAPPED_CAPTIONS)).asInstanceOf(InstanceOfAssertFactories.LIST).isEmpty();
		assertThat(browser.run(OVERLAPS)).as("cells that cover others").isEqualTo(0L);
		assertThat(width > 600 || browser.run(TOO_WIDE).equals(0L)).as("the table is cards on a phone").isTrue();
		assertThat(
				browser.run("return performance.getEntriesByType('resource').map((each) => new URL(each.name).host)"))
			.asInstanceOf(InstanceOfAssertFactories.LIST)
			.containsOnly(this.service.page().getAuthority());
		assertThat(browser.complaints()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "light", "dark" })
	void aColorMeansOneThing(String theme) {
		show(1440, theme);
		browser.run("document.querySelector('#charts').lastChild.scrollIntoView()");
		await().untilAsserted(() -> assertThat(browser.run(COLORS))
			.asInstanceOf(InstanceOfAssertFactories.map(String.class, String.class))
			.containsKeys("OK", "UNAVAILABLE", "canary", "queued", "refused", StubService.MARKUP)
			.satisfies((colors) -> assertThat(colors.values()).noneMatch((color) -> color.endsWith("hard to see")))
			.satisfies((colors) -> assertThat(
					Stream.of("OK", "UNAVAILABLE", "canary", "queued", "refused", StubService.MARKUP).map(colors::get))
				.doesNotHaveDuplicates()));
	}

	@Test
	void whenTextsAreMarkupThenTheyAreShownAsTheyAre() {
		show(1440, "light");
		browser.click("#connections h3");
		await().until(() -> browser.text("#connections").contains(StubService.MARKUP));
		assertThat(browser.run("return document.querySelectorAll('#connections button').length"))
			.as("buttons for connections that may not be drained")
			.isEqualTo(0L);
		await().until(() -> browser.text("#autopilot").contains("Compares " + StubService.MARKUP));
		assertThat(browser.text("#leases")).matches("(?s).* Back in 4:3\\d Keep Take back");
		this.service.send("change", StubService.change(59));
		await().until(() -> browser.run("return document.querySelectorAll('#changes > li').length").equals(2L));
		for (String part : List.of("#service", "#shortcuts", "#knobs", "#diagnosis", "#advice", "#changes", "#undo",
				"#leases", "#autopilot")) {
			assertThat(browser.run("return document.querySelector('%s').outerHTML".formatted(part))).as(part)
				.asString()
				.contains("&lt;img")
				.doesNotContain("<img");
		}
		browser.pointAt("#charts figure:nth-child(1) .chart");
		await().until(() -> browser.run("return document.querySelector('.tip')?.textContent ?? ''")
			.toString()
			.contains(StubService.MARKUP));
		assertThat(browser.run("return document.images.length")).isEqualTo(0L);
		assertThat(browser.complaints()).isEmpty();
	}

	@Test
	void whenTheConnectionIsLostThenThePageSaysSoAndLeavesAGap() throws IOException {
		show(1440, "light");
		assertThat(browser.text("#state")).isEqualTo("live");
		this.service.lose(true);
		await().untilAsserted(
				() -> assertThat(browser.text("#state")).startsWith("connection lost since").endsWith("trying again"));
		this.service.lose(false);
		await().untilAsserted(() -> assertThat(browser.text("#state")).isEqualTo("live"));
		this.service.send("point", StubService.point(100));
		await().untilAsserted(() -> assertThat(browser
			.run("""
					const { data, markArea } = echarts.getInstanceByDom(document.querySelectorAll('.chart')[1]).getOption().series[0];
					return data.filter(([, value]) => value === null).length + ', ' + markArea.data.length"""))
			.isEqualTo("1, 1"));
	}

	@Test
	void whenThePageIsLeftThenItsConnectionEndsUntilSomebodyGoesBack() {
		show(1440, "light");
		browser.run("location.href = 'about:blank'");
		await().until(() -> {
			this.service.send("point", StubService.point(100));
			return this.service.viewers() == 0;
		});
		browser.run("history.back()");
		await().until(() -> this.service.viewers() == 1 && browser.text("#state").equals("live"));
	}

	@Test
	@Timeout(900)
	void whenTenMinutesAreShownThenNothingOfThePageGrows() {
		this.service.remember(600);
		show(1440, "light");
		// Each point is drawn, however quickly they come.
		browser.run("requestAnimationFrame = (draw) => draw()");
		feed(600, 650);
		// Once, Chromium keeps a drawing, and texts come and go. What leaks grows each
		// time.
		List<Long> growing = IntStream.range(0, 6)
			.mapToLong((turn) -> moreObjects(650 + turn * 100))
			.takeWhile((more) -> more >= 100)
			.boxed()
			.toList();
		assertThat(growing).hasSizeLessThan(6);
		assertThat(browser.run(POINTS)).isEqualTo(601L);
	}

	/** After twice as many points as their figures take to repeat. */
	private long moreObjects(int from) {
		long before = browser.objects();
		feed(from, from + 100);
		return browser.objects() - before;
	}

	@Test
	void whenTheTabIsHiddenThenNothingIsDrawnUntilItIsShown() {
		show(1440, "light");
		browser.run(
				"Object.defineProperty(document, 'hidden', { get: () => globalThis.away, configurable: true }); globalThis.away = true");
		feedUnseen(60, 90);
		assertThat(browser.run(POINTS)).isEqualTo(60L);
		browser.run("globalThis.away = false; document.dispatchEvent(new Event('visibilitychange'))");
		await().untilAsserted(() -> assertThat(browser.run(POINTS)).isEqualTo(90L));
	}

	private void show(int width, String theme) {
		browser.show(this.service.page(), width, theme);
		await().untilAsserted(() -> {
			assertThat((Long) browser.run(POINTS)).isPositive();
			assertThat((Long) browser.run("return document.querySelectorAll('.knob').length")).isPositive();
		});
	}

	/** A few at a time, as a busy machine takes long to draw them. */
	private void feed(int from, int until) {
		for (int next = from; next < until; next += 10) {
			feedUnseen(next, Math.min(until, next + 10));
		}
		await().until(() -> browser
			.run("""
					return echarts.getInstanceByDom(document.querySelectorAll('.chart')[1]).getOption().series[0].data.at(-1)[0]""")
			.equals(StubService.START + until - 1 + 0.5));
	}

	/** Sends points, and waits for an event after them. */
	private void feedUnseen(int from, int until) {
		IntStream.range(from, until).forEach((second) -> this.service.send("point", StubService.point(second)));
		this.service.send("diagnosis", "{\"text\": \"%d\"}".formatted(until));
		await().until(() -> browser.run("return document.querySelector('#diagnosis').textContent")
			.equals(String.valueOf(until)));
	}

}
