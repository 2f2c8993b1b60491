package dev.grpctuning.console;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.testkit.Browser;
import dev.grpctuning.testkit.RequiresBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Changes that are prepared, listed and undone on the page, in a real browser. */
@Timeout(180)
@RequiresBrowser
class ConsoleChangesIT {

	private static final String THREADS = "[id='knob-executor.threads']";

	private static final String DISABLED = "return document.querySelector('#pending .main').disabled";

	private static final String PRESSED = "return document.querySelector('#autopilot [aria-pressed=true]')?.textContent ?? ''";

	/** Edits one of two knobs while both are being sent; returns what is left to send. */
	private static final String TYPED_MEANWHILE = """
			return import('./console/draft.js').then(async ({ Draft }) => {
			  const request = fetch;
			  let answer;
			  globalThis.fetch = (url, options) => options.method === 'POST' ? new Promise((resolve) => { answer = resolve; }) : request(url, options);
			  const draft = new Draft(() => {});
			  draft.set({ 'executor.threads': '33', 'executor.type': 'fixed' });
			  const sent = draft.send();
			  draft.set({ 'executor.threads': '34' });
			  answer(%s);
			  await sent;
			  return [...draft.edits].join(' ') + ': ' + (draft.state.line ?? draft.state.sent?.outcome ?? Object.keys(draft.state));
			})""";

	/** What is reset of three knobs, two of which hide their values. */
	private static final String HIDDEN = """
			return Promise.all([import('./console/draft.js'), import('./console/turn.js'), import('./console/shortcuts.js')]).then(([{ Draft }, { form }, { shortcuts }]) => {
			  const knob = (name, text) => ({ name, configured: text, effective: text, pending: null, scope: 'LIVE', origin: text, unit: null, choices: null, description: '' });
			  const knobs = [knob('other.hidden', '******'), knob('executor.canary.type', '******'), knob('other.none', null)];
			  const draft = new Draft(() => {});
			  document.querySelector('#shortcuts').replaceChildren();
			  form(draft).update({ knobs }, true);
			  shortcuts(draft).update({ knobs }, true);
			  draft.set({ 'other.hidden': null, 'other.none': null });
			  const shown = [...document.querySelectorAll('.knob:has([id^="knob-other"]) button, #shortcuts button')].filter((each) => !each.closest('[hidden]'));
			  return [...draft.edits.keys(), ...shown.map((each) => each.ariaLabel ?? each.textContent)].join(', ');
			})""";

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
	void show() throws IOException {
		this.service = StubService.start();
		browser.show(this.service.page(), 1440, "light");
		await().until(() -> !browser.run("return document.querySelectorAll('.knob').length").equals(0L));
		awaitUndo("executor.type");
	}

	@AfterEach
	void end() {
		browser.run("location.href = 'about:blank'");
		this.service.close();
	}

	@Test
	void whenARequestFailsThenTheChangeCanBeSentAgain() throws IOException {
		this.service.lose(true);
		browser.type(THREADS, "33");
		await().until(() -> browser.text("#pending").contains("The service does not answer."));
		assertThat(browser.run(DISABLED)).isEqualTo(false);
		browser.clickButton("Send");
		await().until(() -> browser.text("#pending").contains("The service does not answer."));
		assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("Send");
	}

	@Test
	void whenTheServiceIsStartedAgainThenChangesFromBeforeAreNotUndone() {
		this.service.send("change", StubService.change(50, "executor.threads", "4", "8"));
		awaitUndo("executor.threads");
		this.service.send("history", StubService.history(60));
		awaitUndo("executor.type");
		assertThat(browser.text("#changes")).contains("executor.threads");
		this.service.send("change", StubService.change(55, "limit.concurrent-calls", "4", "8"));
		awaitUndo("limit.concurrent-calls");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			4 | Undo of executor.threads: 2 → 4: applied in 1.0 ms.
			5 | executor.threads was changed meanwhile. Undo the latest change first.
			""")
	void aChangeIsUndoneUnlessSomebodyElseChangedTheKnobMeanwhile(String inForce, String outcome) {
		this.service.send("change", StubService.change(50, "executor.threads", "2", "4"));
		awaitUndo("executor.threads");
		this.service.plan(plan("LIVE").replace("\"from\": \"4\"", "\"from\": \"%s\"".formatted(inForce))
			.replace("DRY_RUN", "APPLIED"));
		browser.click("#undo");
		await().untilAsserted(() -> assertThat(browser.text("#undone")).isEqualTo(outcome));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					Response.json({ outcome: 'APPLIED', changes: [] }) | executor.threads,34: checking
					Response.json({ outcome: 'FAILED', changes: [] }, { status: 409 }) | executor.threads,34 executor.type,fixed: FAILED
					Response.json({ problems: [{ knob: 'executor.threads', reason: 'is odd.' }] }, { status: 400 }) | executor.threads,34 executor.type,fixed: checking
					new Response('', { status: 500 }) | executor.threads,34 executor.type,fixed: The service answered with status 500.
					""")
	void whatIsTypedWhileAChangeIsSentIsLeftToSendAndHidesNoFailure(String answer, String left) {
		assertThat(browser.run(TYPED_MEANWHILE.formatted(answer))).isEqualTo(left);
	}

	@Test
	void whileCandidatesTakeTurnsTheyAreShownUntilSomebodyStopsThem() {
		assertThat(browser.text("#slices")).isEmpty();
		this.service.send("change", StubService.slices(57, "SLICES_STARTED"));
		await().untilAsserted(() -> assertThat(browser.text("#slices"))
			.startsWith("Candidates take turns every 50 ms: unchanged, executor.type: " + StubService.MARKUP
					+ ". Started by " + StubService.MARKUP + ". Ends in 4:")
			.endsWith(" Stop"));
		browser.clickButton("Stop");
		await().until(() -> browser.text("#slices").isEmpty());
		assertThat(browser.text("#slices-line")).isEmpty();
		assertThat(browser.text("#changes")).contains("slices ended");
	}

	@Test
	void whenSlicesMayOnlyBeReadThenThereIsNoButton() {
		String slices = "slices\", \"tuningPath\": \"/actuator/ops/tuning\", \"writable\": ";
		this.service.send("history", StubService.history(60).replace(slices + "true", slices + "false"));
		this.service.send("change", StubService.slices(57, "SLICES_STARTED"));
		await().untilAsserted(() -> assertThat(browser.text("#slices")).matches("(?s)Candidates .* Ends in 4:\\d\\d"));
	}

	@Test
	void whenValuesAreHiddenThenTheyCanBeResetButNotCopied() {
		assertThat(browser.run(HIDDEN))
			.isEqualTo("other.hidden, End the canary, Set other.hidden as the application is configured");
	}

	@Test
	void whenSomebodyElseChangesTheServiceThenThePreparedChangeIsCheckedAgain() {
		this.service.plan(plan("LIVE"));
		browser.type(THREADS, "33");
		await().until(() -> browser.text("#pending").contains("with the next call"));
		this.service.plan(plan("NEW_GENERATION"));
		this.service.send("change", StubService.change(59));
		await().untilAsserted(() -> assertThat(browser.text("#pending")).contains("with a new server"));
	}

	@Test
	void whenTheAutopilotRecommendsThenItsModeCanBeChangedAndItsValuesPrepared() {
		await().untilAsserted(() -> assertThat(browser.text("#autopilot")).contains("8 batches",
				"goodput\n+4.1 %\nno bounds yet", "p99\n+31 %\n+8 % to +290 %", "better", "after 14 s",
				"CPU per call\n−21.4 %\n−30.1 % to −12 %", "They save 12 % of the CPU time", "170 s are left"));
		assertThat(browser.run(PRESSED)).isEqualTo("apply");
		browser.clickButton("off");
		await().until(() -> browser.run(PRESSED).equals("off"));
		browser.click("#autopilot dd button");
		await().untilAsserted(() -> assertThat(browser.text("#pending")).contains("executor.threads", "8"));
	}

	@Test
	void whenTheAutopilotCannotBeReadThenItIsNotShown() {
		this.service.hideAutopilot();
		browser.show(this.service.page(), 1440, "light");
		awaitUndo("executor.type");
		assertThat(browser.run("return document.querySelector('#autopilot').hidden")).isEqualTo(true);
	}

	private static void awaitUndo(String knob) {
		await().untilAsserted(() -> assertThat(browser.text("#undo")).isEqualTo("Undo " + knob));
	}

	private static String plan(String effect) {
		return """
				{"at": "2027-01-15T08:00:00Z", "outcome": "DRY_RUN", "replacement": null, "tookMillis": 1, "changes":
				[{"knob": "executor.threads", "from": "4", "to": "33", "effect": "%s"}]}""".formatted(effect);
	}

}
