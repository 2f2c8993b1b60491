package dev.grpctuning.charts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.webjars.WebJarVersionLocator;

/**
 * Files that draw the charts of all pages: modules of JavaScript, a style sheet and
 * ECharts. A page that is served links to them; a page that is one file has them inside.
 */
public final class ChartFiles {

	/** Name of the style sheet. */
	public static final String STYLE = "charts.css";

	/** Names of the modules. They import each other by {@code ./name}. */
	public static final List<String> MODULES = List.of("figures.js", "save.js", "charts.js", "timeline.js",
			"over-time.js", "span.js", "bars.js", "stages.js", "percentiles.js", "heat.js", "matrix.js", "detail.js",
			"choice.js", "experiment.js");

	private static final Pattern IMPORT = Pattern.compile("(import\\s[^;]*?from\\s+')\\./");

	private ChartFiles() {
	}

	/** Reads the style sheet or a module by its name. */
	public static String text(String name) {
		return read(ChartFiles.class.getResourceAsStream(name), name);
	}

	/** Reads ECharts: the build without maps and the like, which is a third smaller. */
	public static String library() {
		String path = new WebJarVersionLocator().fullPath("echarts", "echarts.common.min.js");
		return read(ChartFiles.class.getResourceAsStream("/" + path), "echarts");
	}

	/** Returns an import map that contains the modules, for a page that is one file. */
	public static String importMap() {
		return MODULES.stream()
			.map((name) -> "\"%s\":\"data:text/javascript;base64,%s\"".formatted(name,
					Base64.getEncoder().encodeToString(imported(text(name)).getBytes(StandardCharsets.UTF_8))))
			.collect(Collectors.joining(",", "{\"imports\":{", "}}"));
	}

	/** Lets a script import from the import map, since it has no address of its own. */
	public static String imported(String script) {
		return IMPORT.matcher(script).replaceAll("$1");
	}

	private static String read(@Nullable InputStream resource, String name) {
		try (InputStream in = resource) {
			if (in == null) {
				throw new IllegalStateException(name + " is not on the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
