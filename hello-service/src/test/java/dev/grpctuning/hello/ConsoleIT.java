package dev.grpctuning.hello;

import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import com.jayway.jsonpath.JsonPath;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.testkit.Browser;
import dev.grpctuning.testkit.RequiresBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The console in a real browser, over the service under load. */
@Timeout(300)
@RequiresBrowser
class ConsoleIT extends AbstractServiceIT {

	private static final String LIMIT = "limit.concurrent-calls";

	private static final String FIELD = "[id='knob-%s']".formatted(LIMIT);

	/** Number of the lines through the chart of the calls. */
	private static final String MARKS = """
			return (echarts.getInstanceByDom(document.querySelector('.chart'))?.getOption().series[0].markLine?.data ?? []).length""";

	/** Where the password could be found later. */
	private static final String KEPT = """
			return document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((input) => input.value).join()
			  + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie + location
			  + performance.getEntriesByType('resource').map((entry) => entry.name).join()""";

	private final ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();

	@SuppressWarnings("NullAway.Init")
	private Browser browser;

	@BeforeAll
	void drive() {
		this.browser = Browser.start();
		drive(this.service);
	}

	private void drive(RunningService called) {
		this.load.scheduleWithFixedDelay(() -> {
			try {
				called.stub().sayHello(HelloRequest.getDefaultInstance());
			}
			catch (StatusRuntimeException ex) {
				// The service may be about to end.
			}
		}, 0, 5, TimeUnit.MILLISECONDS);
	}

	@AfterAll
	void end() {
		this.load.shutdownNow();
		this.browser.close();
	}

	@AfterEach
	void reset() throws Exception {
		this.endpoint.reset();
	}

	@Test
	void whenAKnobIsChangedByTheFormThenTheServiceHasItUntilThatIsUndone() throws Exception {
		show(this.browser, this.service);
		this.browser.complaints();
		edit("500");
		await().until(() -> this.browser.text("#pending").contains("needs a password to check"));
		this.browser.click("#pending .buttons button:last-child");
		answerLogin("wrong");
		await().until(() -> this.browser.text("#login-line")
			.startsWith("The service does not accept this user and password"));
		answerLogin(RunningService.PASSWORD);
		await().until(() -> this.browser.text("#pending").contains("with the next call"));
		assertThat(configured()).isNull();
		this.browser.click("#pending .main");
		await().until(() -> this.browser.text("#pending").startsWith("Applied in"));
		assertThat(configured()).isEqualTo("500");
		await().untilAsserted(() -> assertThat((Long) this.browser.run(MARKS)).isPositive());
		assertThat(this.browser.text("#changes li")).contains("admin", LIMIT + ": not set → 500", "applied");
		assertThat(this.browser.run(KEPT)).asString().doesNotContain(RunningService.PASSWORD, "Basic ");
		this.browser.click("#undo");
		await().until(() -> this.browser.text("#undone").contains("applied in"));
		assertThat(configured()).isNull();
		assertThat(this.endpoint.<Object>whole("$.knobs[?(@.name == '%s')].origin".formatted(LIMIT))).asString()
			.doesNotContain("actuator");
		// Of the password that was wrong.
		assertThat(this.browser.complaints()).allMatch((line) -> line.contains("401"));
	}

	@Test
	void whenAValueIsWrongThenThePageSaysWhatIsAllowedAndSendsNothing() throws Exception {
		show(this.browser, this.service);
		edit("-5");
		await().until(() -> this.browser.text("#pending").contains("needs a password to check"));
		this.browser.click("#pending .buttons button:last-child");
		answerLogin(RunningService.PASSWORD);
		await().until(
				() -> this.browser.text("[id='knob-%s-problem']".formatted(LIMIT)).startsWith("must be between 1 and"));
		assertThat(this.browser.run("return document.querySelector('#pending .main').disabled")).isEqualTo(true);
		assertThat(configured()).isNull();
		this.browser.type(FIELD, "7");
		await().until(() -> this.browser.text("#pending").contains("with the next call"));
	}

	@Test
	void whenTwoLookThenBothSeeWhatAThirdChanges() throws Exception {
		show(this.browser, this.service);
		try (Browser other = Browser.start()) {
			show(other, this.service);
			this.endpoint.change("{\"executor.type\": \"virtual\"}");
			for (Browser viewer : new Browser[] { this.browser, other }) {
				await().until(() -> viewer.text("#changes li").contains("executor.type: fork-join → virtual"));
				await().until(() -> viewer.run("return document.querySelector(\"[id='knob-executor.type']\").value")
					.equals("virtual"));
				await().untilAsserted(() -> assertThat((Long) viewer.run(MARKS)).isPositive());
			}
		}
	}

	@Test
	void whenTheServiceIsStartedAgainThenThePageGoesOnAfterAGap() {
		String port;
		try (RunningService first = RunningService.start()) {
			port = "--server.port=" + first.webPort();
			drive(first);
			show(this.browser, first);
		}
		await().until(() -> this.browser.text("#state").startsWith("connection lost since"));
		await().until(() -> this.browser
			.run("""
					return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].markArea?.data.length""") instanceof Long grey
				&& grey > 0);
		try (RunningService again = RunningService.start(port)) {
			assertThat(again.http().get("/actuator/grpctuning").status()).isEqualTo(200);
			await().until(() -> this.browser.text("#state").equals("live"));
			await().until(() -> this.browser.run("""
					return echarts.getInstanceByDom(document.querySelector('.chart')).getOption().series[0].data
					  .some(([, value]) => value === null)""").equals(true));
		}
		this.browser.complaints();
	}

	private void edit(String value) {
		this.browser.type("#search", LIMIT);
		this.browser.type(FIELD, value);
	}

	private void answerLogin(String password) {
		await().until(() -> this.browser.run("return document.querySelector('#login').open").equals(true));
		this.browser.type("#user", "admin");
		this.browser.type("#password", password);
		this.browser.click("#login .main");
	}

	private @Nullable Object configured() throws Exception {
		return JsonPath.read(this.endpoint.knob(LIMIT).getJson(), "$.configured");
	}

	private static void show(Browser browser, RunningService service) {
		browser.show(URI.create("http://127.0.0.1:%d/actuator/grpctuning/console".formatted(service.webPort())), 1440,
				"light");
		await().until(() -> browser.text("#state").equals("live"));
		await().until(() -> browser
			.run("""
					return echarts.getInstanceByDom(document.querySelector('.chart'))?.getOption().series[0]?.data.length ?? 0""") instanceof Long points
				&& points > 0 && browser.text("#now").contains("/s"));
	}

}
