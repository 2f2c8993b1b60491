package dev.grpctuning.load.live;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Browser;
import dev.grpctuning.testkit.HelloServer;
import dev.grpctuning.testkit.RequiresBrowser;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of commands that run, in a browser. */
@StartsApplications
@RequiresBrowser
@Timeout(240)
@ExtendWith(OutputCaptureExtension.class)
class LiveIT {

	private static final String EXPERIMENT = """
			load:
			  engine: raw
			  model: open
			  open.rate: 200
			  duration: 6s
			  warmup: 1s
			experiment:
			  name: small
			  control: false
			  server.settle: 0s
			  variants:
			    - {name: calm, load.duration: 3s}
			    - {name: plain}
			""";

	private static final Pattern LIVE = Pattern.compile("Live: (http://127\\.0\\.0\\.1:\\d+/)");

	/** Seconds that the first chart of the panel shows. */
	private static final String SECONDS = """
			const chart = document.querySelector('#now .chart');
			return chart ? echarts.getInstanceByDom(chart).getOption().series[0].data.length : 0;""";

	/** What the first chart of the report has: bars, points or a line. */
	private static final String DRAWN = """
			const chart = document.querySelector('#report .chart');
			return chart ? echarts.getInstanceByDom(chart).getOption().series[0].data.length : 0;""";

	/** Lines of the last chart of the panel. */
	private static final String CPU = """
			const chart = [...document.querySelectorAll('#now .chart')].at(-1);
			return echarts.getInstanceByDom(chart).getOption().series.map((line) => line.name).join(' ');""";

	/** Remembers each step, however late the test looks. */
	private static final String REMEMBER = """
			const step = () => document.querySelector('#now .step')?.innerText;
			window.steps = [step()];
			new MutationObserver(() => { if (step() !== window.steps.at(-1)) window.steps.push(step()); })
				.observe(document.body, { childList: true, subtree: true, characterData: true });""";

	/** Notices if charts of the report are gone for a moment. */
	private static final String WATCH = """
			const report = document.getElementById('report');
			new MutationObserver(() => { window.gone ||= !report.querySelector('.chart svg'); })
				.observe(report, { childList: true, subtree: true });""";

	/** Lets one request for the report fail. */
	private static final String FAIL = """
			const request = fetch;
			globalThis.fetch = () => { globalThis.fetch = request; return Promise.reject(new TypeError('no connection')); };
			document.dispatchEvent(new Event('visibilitychange'));""";

	private static final String FAIL_AT_THE_END = """
			const request = fetch;
			let times = %s;
			const ended = () => document.querySelector('#now .step')?.textContent === 'Drawing the report';
			globalThis.fetch = (address) => ended() && times-- > 0 ? Promise.reject(new TypeError('no connection')) : request(address);""";

	private static final String HEADINGS = "return [...document.querySelectorAll('h1')].filter((it) => it.checkVisibility()).length";

	private static final String SHOWN = "return [...document.querySelectorAll('#report h2')].some((it) => it.checkVisibility())";

	/** Whether the headline of the report is seen on the page of a command. */
	private static final String HEADLINE = """
			document.body.dataset.command = '%s';
			return document.querySelector('#report header .headline').checkVisibility();""";

	private static final String LIMIT = "return document.querySelector('#report td[data-label=limit]').innerText";

	private static final String TEXT = "return document.body.innerText.trim()";

	@TempDir
	private Path folder;

	private static Browser browser;

	private final CapturedOutput output;

	LiveIT(CapturedOutput output) {
		this.output = output;
	}

	@BeforeAll
	static void start() {
		browser = Browser.start();
	}

	/** Leaves the page of the test before, whose lab may have been killed. */
	@BeforeEach
	void leave() {
		browser.show(URI.create("about:blank"), 1280, "light");
		browser.complaints();
	}

	@AfterAll
	static void end() {
		browser.close();
	}

	@Test
	void whenAnExperimentRunsThenThePageGrowsAndBecomesTheReport() throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("small.yml"), EXPERIMENT);
		try (InThisProcess lab = InThisProcess.start(this.folder, "--experiment=" + experiment,
				InThisProcess.lightServers(this.folder))) {
			open(lab, 1280, "light");
			browser.run(REMEMBER);
			assertThat(browser.run(SHOWN)).as("a report without a result").isEqualTo(false);
			until().untilAsserted(() -> assertThat(number(SECONDS)).isGreaterThanOrEqualTo(2));
			assertThat(text("#now .left")).matches("about \\d+:\\d\\d left|takes longer than planned|finishing");
			until().untilAsserted(() -> assertThat(number(DRAWN)).isPositive());
			assertThat(number(HEADINGS)).isEqualTo(1);
			keep("compare");
			assertThat(lab.exitCode()).isZero();
			assertThat(String.valueOf(browser.run("return window.steps.join('; ')")))
				.containsPattern("Run 1 of 2: calm[^;]*next: plain.*Run 2 of 2: plain");
			until().untilAsserted(() -> assertThat(browser.run("return document.getElementById('now')")).isNull());
			String live = browser.run(TEXT).toString();
			// One that was asked for before the last one may come too late.
			assertThat(browser.complaints()).allMatch((complaint) -> complaint.contains("/report - Failed to load"));
			browser.show(lab.results().resolve("report.html"), 1280, "light");
			assertThat(live).isEqualTo(browser.run(TEXT).toString());
		}
	}

	@Test
	void whenRequestsForTheReportFailThenThePageGoesOnAndTheReportStaysUntilTheRunIsInterrupted() throws Exception {
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "run", server.address(), "-r", "500", "-d", "10s",
						"--live.keep")) {
			String address = open(lab, 390, "dark");
			until().untilAsserted(() -> assertThat(number(SECONDS)).isGreaterThanOrEqualTo(2));
			browser.run(FAIL_AT_THE_END.formatted(2));
			browser.run(FAIL);
			long before = number(SECONDS);
			until().untilAsserted(() -> assertThat(number(SECONDS)).isGreaterThan(before));
			keep("run");
			lab.awaitErr("The report stays at " + address + " until Ctrl-C.");
			until().untilAsserted(() -> assertThat(browser.run("return document.getElementById('now')")).isNull());
			browser.show(URI.create(address), 390, "light");
			until().untilAsserted(() -> assertThat(text("#report")).contains("500", "p99"));
			assertThat(browser.complaints()).isEmpty();
			lab.interrupt();
			assertThat(lab.exitCode(Duration.ofSeconds(30))).isZero();
		}
	}

	@Test
	void whenASearchRunsThenItsCurveGrowsAndCtrlCEndsItAsUsual() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder, "knee", "--slo=p99 < 5s", "--load.open.max-lag=10s",
				"--search.start=100", "--search.trial=1s", "--search.warmup=3s",
				"--experiment.server.properties.hello.work.delay=10ms")) {
			open(lab, 1280, "dark");
			until().untilAsserted(() -> assertThat(browser.run(CPU)).isEqualTo("server client"));
			until().untilAsserted(() -> assertThat(number(DRAWN)).isPositive());
			browser.run(WATCH);
			browser.run("document.querySelector('#report nav a[href=\"#glossary\"]').focus()");
			long before = number(DRAWN);
			until().untilAsserted(() -> assertThat(number(DRAWN)).isGreaterThan(before));
			assertThat(browser.run("return window.gone")).as("a moment without charts").isEqualTo(false);
			assertThat(number(HEADINGS)).isEqualTo(1);
			assertThat(browser.run("return document.activeElement.hash")).as("what has the focus")
				.isEqualTo("#glossary");
			assertThat(browser.run(LIMIT)).isEqualTo("not known yet");
			assertThat(browser.run(HEADLINE.formatted("tune"))).as("outcome of a search that goes on").isEqualTo(false);
			assertThat(browser.run(HEADLINE.formatted("knee"))).isEqualTo(true);
			keep("knee");
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
			until().untilAsserted(() -> assertThat(browser.run("return document.getElementById('now')")).isNull());
			assertThat(browser.run(TEXT).toString()).contains("The knee");
			assertAccessible();
		}
	}

	@Test
	void whenTheLabIsKilledThenThePageKeepsWhatItHas() throws Exception {
		try (HelloServer server = HelloServer.start();
				AppProcess lab = AppProcess.client(this.folder, "run", server.address(), "-d", "1m")) {
			open(lab, 1280, "light");
			until().untilAsserted(() -> assertThat(number(SECONDS)).isGreaterThanOrEqualTo(2));
			assertThat(browser.run(CPU)).as("of a server without a known actuator").isEqualTo("client");
			lab.kill();
			until().untilAsserted(() -> assertThat(text("#now .step")).startsWith("The command does not answer."));
			assertThat(number(SECONDS)).isGreaterThanOrEqualTo(2);
			assertAccessible();
		}
	}

	private static String open(AppProcess lab, int width, String theme) throws IOException {
		lab.awaitErr("Live: ");
		return open(String.join("\n", lab.errLines()), width, theme);
	}

	private void open(InThisProcess lab, int width, String theme) {
		lab.await(() -> assertThat(this.output.getErr()).contains("Live: "));
		open(this.output.getErr(), width, theme);
	}

	private static String open(String printed, int width, String theme) {
		Matcher address = LIVE.matcher(printed);
		assertThat(address.find()).isTrue();
		browser.show(URI.create(address.group(1)), width, theme);
		return address.group(1);
	}

	/** Checks that nothing scrolls sideways, and keeps a picture if that is asked for. */
	private static void keep(String name) throws IOException {
		assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth")).isEqualTo(0L);
		Browser.keep("live-%s.png".formatted(name), browser::screenshot);
	}

	/** Breaks no rule of axe-core; charts have a name for their whole. */
	private static void assertAccessible() {
		for (String theme : new String[] { "light", "dark" }) {
			browser.theme(theme);
			browser.run("document.querySelectorAll('.chart').forEach((it) => it.replaceChildren())");
			assertThat(browser.barriers()).as(theme).isEmpty();
		}
	}

	private static ConditionFactory until() {
		return Awaitility.await().atMost(Duration.ofMinutes(1)).ignoreExceptions();
	}

	private static long number(String script) {
		return ((Number) browser.run(script)).longValue();
	}

	private static String text(String selector) {
		return String.valueOf(browser.run("return document.querySelector('%s')?.innerText".formatted(selector)));
	}

}
