package dev.grpctuning.hello;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.openqa.selenium.Keys;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.testkit.Browser;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.RequiresBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The console in a real browser, over the service under load. */
@Timeout(300)
@RequiresBrowser
class ConsoleIT extends AbstractServiceIT {

	private static final String LIMIT = "limit.concurrent-calls";

	/** Where the password could be found later. */
	private static final String KEPT = """
			return document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((input) => input.value).join()
			  + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie + location
			  + performance.getEntriesByType('resource').map((entry) => entry.name).join()""";

	/** What has the focus. */
	private static final String FOCUS = "return document.activeElement.id || document.activeElement.textContent";

	private final ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();

	@SuppressWarnings("NullAway.Init")
	private Browser browser;

	@SuppressWarnings("NullAway.Init")
	private ConsolePage page;

	@Override
	RunningService startService() {
		return RunningService.start("--grpc.tuning.console.presets.night.executor.type=virtual",
				"--grpc.tuning.console.presets.night.limit.concurrent-calls=200");
	}

	@BeforeAll
	void drive() {
		this.browser = Browser.start();
		this.page = new ConsolePage(this.browser);
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
		}, 0, 20, TimeUnit.MILLISECONDS);
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
		this.page.show(this.service);
		this.browser.complaints();
		this.page.edit(LIMIT, "500");
		this.page.unlock("wrong");
		await().until(() -> this.browser.text("#login-line")
			.startsWith("The service does not accept this user and password"));
		this.page.login(RunningService.PASSWORD);
		await().until(() -> this.browser.text("#pending").contains("with the next call"));
		assertThat(configured()).isEqualTo("10000");
		this.page.send();
		assertThat(configured()).isEqualTo("500");
		await().untilAsserted(() -> assertThat(this.page.marks("Calls")).isPositive());
		assertThat(this.browser.text("#changes li")).contains("admin", LIMIT + ": 10000 → 500", "applied");
		assertThat(this.browser.run(KEPT)).asString().doesNotContain(RunningService.PASSWORD, "Basic ");
		this.page.undo();
		assertThat(configured()).isEqualTo("10000");
		assertThat(this.endpoint.<Object>whole("$.knobs[?(@.name == '%s')].origin".formatted(LIMIT))).asString()
			.doesNotContain("actuator");
		String list = "a.B/* concurrent-calls=5 priority=low, c.D/* priority=critical";
		this.page.edit("limit.methods", list);
		this.page.send();
		this.endpoint.change("{\"limit.methods\": \"a.B/* concurrent-calls=6\"}");
		await().until(() -> this.browser.text("#changes li").contains("concurrent-calls=6"));
		this.page.undo();
		await().untilAsserted(
				() -> assertThat(this.endpoint.knob("limit.methods")).extractingPath("$.configured").isEqualTo(list));
		// Of the password that was wrong.
		assertThat(this.browser.complaints()).allMatch((line) -> line.contains("401"));
	}

	@Test
	void whenThereIsNoMouseThenAChangeIsMadeAndUndoneAndTheFocusIsNeverLost() throws Exception {
		this.page.show(this.service);
		List<String> unseen = new ArrayList<>(this.browser.tabTo("nav a[href='#turn']"));
		this.browser.press(Keys.ENTER);
		unseen.addAll(this.browser.tabTo("#search"));
		this.browser.press(LIMIT);
		unseen.addAll(this.browser.tabTo("[id='knob-%s']".formatted(LIMIT)));
		this.browser.press("400");
		await().until(() -> this.browser.text("#pending").contains("needs a password to check"));
		unseen.addAll(this.browser.tabTo("#pending .buttons button:last-child"));
		this.browser.press(Keys.ENTER);
		await().until(() -> this.browser.run(FOCUS).equals("user"));
		this.browser.press("admin", Keys.TAB, RunningService.PASSWORD, Keys.ENTER);
		await().until(() -> this.browser.text("#pending").contains("with the next call"));
		await().untilAsserted(() -> assertThat(this.browser.run(FOCUS)).isEqualTo("Send"));
		this.browser.press(Keys.ENTER);
		await().untilAsserted(() -> assertThat(this.browser.text("#pending")).startsWith("Applied"));
		assertThat(configured()).isEqualTo("400");
		await().untilAsserted(() -> assertThat(this.browser.run(FOCUS)).isEqualTo("Close"));
		this.browser.press(Keys.ENTER);
		assertThat(this.browser.run(FOCUS)).isEqualTo("knob-" + LIMIT);
		unseen.addAll(this.browser.tabTo("#changes summary"));
		this.browser.press(Keys.ENTER);
		this.endpoint.change("{\"executor.type\": \"virtual\"}");
		await().until(() -> this.browser.text("#undo").equals("Undo executor.type"));
		assertThat(this.browser.run(FOCUS)).as("after another change").asString().contains(LIMIT);
		assertThat(this.browser.run("return document.activeElement.parentElement.open")).isEqualTo(true);
		unseen.addAll(this.browser.tabTo("#undo"));
		this.browser.press(Keys.ENTER);
		await().until(() -> this.browser.text("#undone").contains(": applied"));
		assertThat(this.endpoint.<List<String>>whole("$.knobs[?(@.name == 'executor.type')].configured"))
			.containsExactly("fork-join");
		assertThat(this.browser.run(FOCUS)).asString().startsWith("undo");
		assertThat(unseen).as("cannot be seen while they have the focus").isEmpty();
	}

	@Test
	void whenAChangeIsPreparedThenItDoesNotCoverTheKnobThatHasTheFocus() {
		this.page.show(this.service);
		this.browser.run("document.querySelectorAll('#knobs details').forEach((group) => { group.open = true; })");
		this.page.retype("executor.threads", "33");
		await().until(() -> this.browser.text("#pending").contains("executor.threads"));
		assertThat(this.browser.tabTo("[id='knob-worker-threads']")).isEmpty();
	}

	@Test
	void whenAValueIsWrongThenThePageSaysWhatIsAllowedAndSendsNothing() throws Exception {
		this.page.show(this.service);
		this.page.edit(LIMIT, "-5");
		this.page.unlock(RunningService.PASSWORD);
		await().until(
				() -> this.browser.text("[id='knob-%s-problem']".formatted(LIMIT)).startsWith("must be between 1 and"));
		assertThat(this.browser.run("return document.querySelector('#pending .main').disabled")).isEqualTo(true);
		assertThat(configured()).isEqualTo("10000");
		this.page.retype(LIMIT, "7");
		await().until(() -> this.browser.text("#pending").contains("with the next call"));
	}

	@Test
	void whenAConnectionIsDrainedThenItGoesAwayAndItsClientConnectsAnew() {
		this.page.show(this.service);
		this.browser.pointAt("#connections h3");
		await().untilAsserted(() -> assertThat(clients()).hasSize(1));
		String drained = clients().getFirst();
		this.browser.clickButton("Drain");
		this.page.login(RunningService.PASSWORD);
		await().untilAsserted(() -> assertThat(clients()).hasSize(1).doesNotContain(drained));
		assertThat(this.browser.text("#connections .line")).isNotEmpty().doesNotContain("status");
		await().untilAsserted(() -> assertThat(this.page.lines("Calls")).containsExactly("OK"));
	}

	@Test
	void whenACanaryRunsThenTheLinesOfBothExecutorsAppearUntilItIsEnded() throws Exception {
		this.page.show(this.service);
		this.browser.type("#canary-share", "30");
		this.browser.clickButton("Prepare");
		this.page.unlock(RunningService.PASSWORD);
		this.page.send();
		assertThat(this.endpoint.<List<String>>whole("$.knobs[?(@.name =~ /executor.canary.(type|share)/)].configured"))
			.containsExactlyInAnyOrder("virtual", "0.3");
		for (String chart : List.of("Calls by executor", "p99 by executor")) {
			await().untilAsserted(
					() -> assertThat(this.page.lines(chart)).containsExactly("main: fork-join", "canary: virtual"));
		}
		assertThat(this.browser.text("#shortcuts")).contains("30 % of the calls run on virtual.");
		this.browser.clickButton("End the canary");
		this.page.send();
		await()
			.untilAsserted(() -> assertThat(this.page.lines("Calls by executor")).containsExactly("main: fork-join"));
		assertThat(this.endpoint.<List<String>>whole("$.knobs[?(@.name == 'executor.canary.type')].configured"))
			.containsExactly("");
	}

	@Test
	void whenAPresetIsAppliedThenAllItsKnobsChangeUntilThatIsUndone() throws Exception {
		List<Map<String, Object>> before = asked();
		this.page.show(this.service);
		this.browser.clickButton("night");
		this.page.unlock(RunningService.PASSWORD);
		this.page.send();
		List<Map<String, Object>> changed = asked();
		changed.removeAll(before);
		assertThat(changed).extracting((knob) -> knob.get("name") + "=" + knob.get("configured"))
			.containsExactlyInAnyOrder("executor.type=virtual", "limit.concurrent-calls=200");
		this.page.undo();
		assertThat(asked()).isEqualTo(before);
	}

	@Test
	void whenTheServiceIsStartedAgainThenThePageGoesOnAfterAGap() {
		String port = "--server.port=" + Ports.free();
		try (RunningService first = RunningService.start(port)) {
			drive(first);
			this.page.show(first);
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

	@SuppressWarnings("unchecked")
	private List<String> clients() {
		return (List<String>) this.browser
			.run("return [...document.querySelectorAll('#connections tbody th')].map((each) => each.textContent)");
	}

	/** What is asked of all knobs, and where. */
	private List<Map<String, Object>> asked() throws Exception {
		return new ArrayList<>(
				this.endpoint.<List<Map<String, Object>>>whole("$.knobs[*]['name','configured','origin']"));
	}

	private @Nullable Object configured() throws Exception {
		return JsonPath.read(this.endpoint.knob(LIMIT).getJson(), "$.configured");
	}

}
