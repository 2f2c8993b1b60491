package dev.grpctuning.hello;

import java.net.URI;
import java.util.List;

import dev.grpctuning.testkit.Browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The console of a service, as somebody who has the password uses it.
 *
 * @param browser shows the page
 */
record ConsolePage(Browser browser) {

	/**
	 * Finds a chart by its name, and scrolls to it, because a page draws what is seen.
	 */
	private static final String CHART = """
			const figure = [...document.querySelectorAll('figure')].find((each) => each.querySelector('figcaption').firstChild.data === '%s');
			figure.scrollIntoView({ block: 'center' });
			const series = echarts.getInstanceByDom(figure.querySelector('.chart'))?.getOption().series ?? [];
			""";

	/** Shows the page until it has figures of calls, and the settings. */
	void show(RunningService service) {
		this.browser.show(URI.create("http://127.0.0.1:%d/actuator/grpctuning/console".formatted(service.webPort())),
				1440, "light");
		await().until(() -> this.browser.text("#state").equals("live"));
		await().until(() -> lines("Calls").contains("OK") && this.browser.text("#now").contains("/s"));
		await().until(() -> this.browser.text("#shortcuts").contains("Canary"));
	}

	/** Names of the lines of a chart whose newest value is above zero. */
	@SuppressWarnings("unchecked")
	List<String> lines(String chart) {
		return (List<String>) this.browser.run(CHART.formatted(chart)
				+ "return series.filter((line) => line.data.at(-1)?.[1] > 0).map((line) => line.name)");
	}

	/** Number of the changes that are drawn through a chart. */
	long marks(String chart) {
		return (Long) this.browser.run(CHART.formatted(chart) + "return (series[0]?.markLine?.data ?? []).length");
	}

	void edit(String knob, String value) {
		this.browser.type("#search", knob);
		retype(knob, value);
	}

	void retype(String knob, String value) {
		this.browser.type("[id='knob-%s']".formatted(knob), value);
	}

	/** Lets the service check the change that is being prepared. */
	void unlock(String password) {
		await().until(() -> this.browser.text("#pending").contains("needs a password to check"));
		this.browser.clickButton("Enter the password");
		login(password);
	}

	void login(String password) {
		await().until(() -> this.browser.run("return document.querySelector('#login').open").equals(true));
		this.browser.type("#user", "admin");
		this.browser.type("#password", password);
		this.browser.click("#login .main");
	}

	/** Sends the change that is being prepared, when it has been checked. */
	void send() {
		await().until(() -> this.browser.run("return document.querySelector('#pending .main').disabled").equals(false));
		this.browser.clickButton("Send");
		await().untilAsserted(() -> assertThat(this.browser.text("#pending")).startsWith("Applied"));
	}

	void undo() {
		this.browser.click("#undo");
		await().until(() -> this.browser.text("#undone").contains(": applied"));
	}

}
