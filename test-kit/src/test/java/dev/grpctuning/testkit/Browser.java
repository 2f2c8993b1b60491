package dev.grpctuning.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;

import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium. */
public final class Browser implements AutoCloseable {

	private static final String[] NAMES = { "chromium", "chromium-browser", "google-chrome" };

	private static final String PICTURES = "browser.screenshots";

	/** The element that has the focus, and whether somebody sees that it has. */
	private static final String FOCUS = """
			const it = document.activeElement;
			const { left, top, width, height } = it.getBoundingClientRect();
			const seen = document.elementFromPoint(left + width / 2, top + height / 2);
			const outlined = [it, it.parentElement].some((each) => each && getComputedStyle(each).outlineStyle !== 'none');
			const name = it.tagName.toLowerCase() + '#' + it.id + ' ' + (it.getAttribute('aria-label') ?? it.innerText).slice(0, 40);
			return [it.matches(arguments[0]), it === document.body || outlined && (it.contains(seen) || it.parentElement.contains(seen)) ? null : name];""";

	private final ChromeDriver driver;

	private Browser(ChromeDriver driver) {
		this.driver = driver;
	}

	static boolean isInstalled() {
		return onPath(NAMES).isPresent() && onPath("chromedriver").isPresent();
	}

	private static Optional<File> onPath(String... names) {
		return Stream.of(names)
			.flatMap((name) -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
				.map((folder) -> new File(folder, name)))
			.filter(File::canExecute)
			.findFirst();
	}

	/** Starts a browser of its own. */
	public static Browser start() {
		LoggingPreferences logs = new LoggingPreferences();
		logs.enable(LogType.BROWSER, Level.ALL);
		ChromeOptions options = new ChromeOptions();
		options.setBinary(onPath(NAMES).orElseThrow());
		options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
				"--hide-scrollbars", "--disable-extensions", "--disable-background-networking", "--no-first-run");
		options.setCapability("goog:loggingPrefs", logs);
		options.setScriptTimeout(Duration.ofMinutes(3));
		return new Browser(new ChromeDriver(
				new ChromeDriverService.Builder().usingDriverExecutable(onPath("chromedriver").orElseThrow())
					.usingAnyFreePort()
					.withTimeout(Duration.ofMinutes(2))
					.build(),
				options));
	}

	/** Shows a file. */
	public void show(Path file, int width, String theme) {
		show(file.toUri(), width, theme);
	}

	/** Shows a page. */
	public void show(URI page, int width, String theme) {
		// The page before would draw itself anew in the new width, and in the new theme.
		this.driver.get("about:blank");
		// Tab may have left the page for the window around it.
		this.driver.executeCdpCommand("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
		theme(theme);
		resize(width, 900, width < 600);
		this.driver.get(page.toString());
	}

	/** Emulates a phone of this width. */
	public void burst(int width, int height) {
		resize(width, height, true);
	}

	private void resize(int width, int height, boolean mobile) {
		this.driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
				Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
	}

	/** Switches to {@code light} or {@code dark}. */
	public void theme(String theme) {
		this.driver.executeCdpCommand("Emulation.setEmulatedMedia",
				Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
	}

	/** Runs a script in the page and returns what it returns. */
	public Object run(String script) {
		return this.driver.executeScript(script);
	}

	/** Moves the mouse to the middle of an element. */
	public void pointAt(String selector) {
		WebElement element = this.driver.findElement(By.cssSelector(selector));
		new Actions(this.driver).scrollToElement(element).moveToElement(element).moveByOffset(3, 3).perform();
	}

	/**
	 * Moves the mouse from the middle of an element to the right while its button is
	 * down.
	 */
	public void drag(String selector, int from, int to) {
		WebElement element = this.driver.findElement(By.cssSelector(selector));
		new Actions(this.driver).scrollToElement(element)
			.moveToElement(element, from, 0)
			.clickAndHold()
			.moveToElement(element, to, 0)
			.release()
			.perform();
	}

	/**
	 * Presses Tab until an element has the focus. Returns those on the way whose focus
	 * cannot be seen.
	 */
	public List<String> tabTo(String selector) {
		List<String> unseen = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			press(Keys.TAB);
			List<?> focus = (List<?>) Objects.requireNonNull(this.driver.executeScript(FOCUS, selector));
			Optional.ofNullable(focus.get(1)).map(String::valueOf).ifPresent(unseen::add);
			if (Boolean.TRUE.equals(focus.get(0))) {
				return unseen;
			}
		}
		throw new IllegalStateException("Tab does not reach " + selector);
	}

	public void press(CharSequence... keys) {
		new Actions(this.driver).sendKeys(keys).perform();
	}

	public void reload() {
		this.driver.navigate().refresh();
	}

	public void click(String selector) {
		click(By.cssSelector(selector));
	}

	/** Clicks the button that has this text. */
	public void clickButton(String text) {
		click(By.xpath("//button[. = '%s']".formatted(text)));
	}

	private void click(By found) {
		WebElement element = this.driver.findElement(found);
		try {
			// What is fixed at an edge of the page could lie over it.
			this.driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
			element.click();
		}
		catch (StaleElementReferenceException ex) {
			// A live page has replaced it meanwhile.
			click(found);
		}
	}

	/** Replaces the text of a field. */
	public void type(String selector, String text) {
		WebElement field = this.driver.findElement(By.cssSelector(selector));
		field.clear();
		field.sendKeys(text);
	}

	/** Text of an element as it is shown. */
	public String text(String selector) {
		return this.driver.findElement(By.cssSelector(selector)).getText();
	}

	/**
	 * Objects of the page that are in use after a garbage collection. Unlike bytes of the
	 * heap, they do not include compiled code.
	 */
	public long objects() {
		String all = remoteObject("Runtime.evaluate", "result", Map.of("expression", "Object.prototype"));
		String live = remoteObject("Runtime.queryObjects", "objects", Map.of("prototypeObjectId", all));
		Map<?, ?> count = (Map<?, ?>) this.driver
			.executeCdpCommand("Runtime.callFunctionOn",
					Map.of("objectId", live, "functionDeclaration", "function () { return this.length; }",
							"returnByValue", true))
			.get("result");
		this.driver.executeCdpCommand("Runtime.releaseObject", Map.of("objectId", live));
		return ((Number) Objects.requireNonNull(count.get("value"))).longValue();
	}

	private String remoteObject(String command, String name, Map<String, Object> parameters) {
		Map<?, ?> found = (Map<?, ?>) this.driver.executeCdpCommand(command, parameters).get(name);
		return String.valueOf(found.get("objectId"));
	}

	/** Violations of the rules of axe-core for accessibility, with what they concern. */
	public List<?> barriers() {
		this.driver.executeScript(resource("/axe.min.js"));
		return (List<?>) this.driver.executeAsyncScript("""
				const done = arguments[0];
				axe.run().then(({ violations }) => done(violations.flatMap((rule) => rule.nodes.map((node) =>
				  rule.id + ' ' + node.target.join(' ') + ' ' + node.failureSummary))));""");
	}

	private static String resource(String name) {
		try (InputStream in = Browser.class.getResourceAsStream(name)) {
			return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Errors and warnings of the console since the last call. */
	public List<String> complaints() {
		return this.driver.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.filter((entry) -> entry.getLevel().intValue() >= Level.WARNING.intValue())
			.map(LogEntry::getMessage)
			.toList();
	}

	/** A picture of the whole page. */
	public byte[] screenshot() {
		Map<String, Object> picture = this.driver.executeCdpCommand("Page.captureScreenshot",
				Map.of("format", "png", "captureBeyondViewport", true, "clip",
						Map.of("x", 0, "y", 0, "width", run("return innerWidth"), "height",
								run("return document.documentElement.scrollHeight"), "scale", 1)));
		return Base64.getDecoder().decode((String) picture.get("data"));
	}

	/** The page as it is printed. */
	public byte[] pdf() {
		return Base64.getDecoder()
			.decode((String) this.driver.executeCdpCommand("Page.printToPDF", Map.of("printBackground", true))
				.get("data"));
	}

	/**
	 * Writes a screenshot if screenshots are enabled. A screenshot of a long page takes
	 * as long as its test.
	 */
	public static void keep(String name, Supplier<byte[]> picture) throws IOException {
		if (Boolean.getBoolean(PICTURES)) {
			Path folder = Files.createDirectories(Path.of("target", "screenshots"));
			Files.write(folder.resolve(name), picture.get());
		}
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
