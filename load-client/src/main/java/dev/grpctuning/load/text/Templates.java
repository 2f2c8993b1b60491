package dev.grpctuning.load.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

import com.samskivert.mustache.Mustache;
import org.webjars.WebJarVersionLocator;

/**
 * Fills the templates of pages, and of the Markdown that says the same.
 */
public final class Templates {

	private static final String FOLDER = "report/";

	/**
	 * What would begin markup within a line of Markdown.
	 */
	private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]<>#|~&$]");

	private static final Mustache.Compiler COMPILER = Mustache.compiler().nullValue("").emptyStringIsFalse(true);

	private Templates() {
	}

	/**
	 * Draws a page that needs nothing but itself: the charts' library, their data and the
	 * styles are in it, and it loads nothing.
	 */
	public static String page(String name, Record view, String data) {
		return COMPILER.withLoader((part) -> new StringReader(resource(FOLDER + part + ".html")))
			.compile(resource(FOLDER + name + ".html"))
			.execute(Map.of("view", view, "style", resource(FOLDER + "report.css"), "library", resource(echarts()),
					"data", data, "script", "'use strict';\n(() => {\n%s\n%s})();\n"
						.formatted(resource(FOLDER + "charts.js"), resource(FOLDER + name + ".js"))));
	}

	/**
	 * Writes sentences for a terminal, or for a report that escapes them.
	 */
	public static String text(String name, Record view) {
		return COMPILER.escapeHTML(false)
			.withLoader((part) -> new StringReader(resource(FOLDER + part + ".txt")))
			.compile(resource(FOLDER + name + ".txt"))
			.execute(view)
			.strip();
	}

	/**
	 * Writes Markdown.
	 */
	public static String markdown(String name, Record view) {
		return COMPILER.withEscaper(Templates::escape).compile(resource(FOLDER + name + ".md")).execute(view);
	}

	/**
	 * Text that a Markdown reader shows as it is, on one line.
	 */
	static String escape(String text) {
		return MARKUP.matcher(text.replaceAll("\\s+", " ")).replaceAll("\\\\$0");
	}

	/**
	 * The build with lines, bars and points but without maps and the like: a third
	 * smaller.
	 */
	private static String echarts() {
		String path = new WebJarVersionLocator().fullPath("echarts", "echarts.common.min.js");
		if (path == null) {
			throw new IllegalStateException("echarts is not on the class path");
		}
		return path;
	}

	private static String resource(String path) {
		try (InputStream in = Templates.class.getClassLoader().getResourceAsStream(path)) {
			if (in == null) {
				throw new IllegalStateException(path + " is not on the class path");
			}
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
