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

import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.stats.Figures;

/**
 * Fills the templates of pages, Markdown and sentences. Numbers get separators, enum
 * constants are in lower case with dashes.
 */
public final class Templates {

	private static final String FOLDER = "report/";

	private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]<>#|~&$]");

	private static final Mustache.Compiler COMPILER = Mustache.compiler()
		.nullValue("")
		.emptyStringIsFalse(true)
		.withFormatter(Templates::format);

	private Templates() {
	}

	/** Draws a page with its styles, data and chart library inside. */
	public static String page(String name, Record view, String data) {
		return COMPILER.withLoader((part) -> new StringReader(resource(FOLDER + part + ".html")))
			.compile(resource(FOLDER + name + ".html"))
			.execute(Map.of("view", view, "style", resource(FOLDER + "report.css"), "library", resource(echarts()),
					"data", data, "script", "'use strict';\n(() => {\n%s\n%s})();\n"
						.formatted(resource(FOLDER + "charts.js"), resource(FOLDER + name + ".js"))));
	}

	/** Writes sentences for a terminal, or for a report that escapes them. */
	public static String text(String name, Record view) {
		return COMPILER.escapeHTML(false)
			.withLoader((part) -> new StringReader(resource(FOLDER + part + ".txt")))
			.compile(resource(FOLDER + name + ".txt"))
			.execute(view)
			.strip();
	}

	public static String markdown(String name, Record view) {
		return COMPILER.withEscaper(Templates::escape).compile(resource(FOLDER + name + ".md")).execute(view);
	}

	private static String format(Object value) {
		return switch (value) {
			case Number number -> Figures.number(number.doubleValue());
			case Enum<?> constant -> ResultFile.kebab(constant);
			default -> value.toString();
		};
	}

	/** Text that a Markdown reader shows as it is, on one line. */
	static String escape(String text) {
		return MARKUP.matcher(text.replaceAll("\\s+", " ")).replaceAll("\\\\$0");
	}

	/** The build without maps and the like, which is a third smaller. */
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
