package dev.grpctuning.load.template;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.charts.ChartFiles;
import dev.grpctuning.load.stats.Figures;

/**
 * Fills the templates of pages, Markdown and sentences. Numbers get separators, enum
 * constants are in lower case with dashes, and {@code {{#ended.timed-out}}} is a section
 * for one of them.
 */
public final class Templates {

	private static final String FOLDER = "report/";

	private static final Pattern MARKUP = Pattern.compile("[\\\\`*_\\[\\]<>#|~&$]");

	private static final Mustache.Compiler COMPILER = Mustache.compiler()
		.nullValue("")
		.emptyStringIsFalse(true)
		.zeroIsFalse(true)
		.withCollector(new Values())
		.withFormatter(Templates::format);

	private static final Mustache.Compiler HTML = COMPILER
		.withLoader((part) -> new StringReader(resource(FOLDER + part + ".html")));

	/** Compiled ones, since each cell of a table may be a sentence. */
	private static final Map<String, Template> TEXTS = new ConcurrentHashMap<>();

	private Templates() {
	}

	/** Draws a page with its styles, data and chart library inside. */
	public static String page(String name, Record view, String data) {
		return HTML.compile(resource(FOLDER + name + ".html"))
			.execute(Map.of("view", view, "style", ChartFiles.text(ChartFiles.STYLE) + resource(FOLDER + "report.css"),
					"library", ChartFiles.library(), "data", data, "modules", ChartFiles.importMap(), "script",
					ChartFiles.imported(resource(FOLDER + name + ".js")), "page", resource(FOLDER + "page.js")));
	}

	/** Draws a page that links to its files. */
	public static String linked(String name, Record view) {
		return HTML.compile(resource(FOLDER + name + ".html")).execute(view);
	}

	/** Reads a style sheet or a script of the pages. */
	public static String file(String name) {
		return resource(FOLDER + name);
	}

	/**
	 * Writes sentences for a terminal, or for a report that escapes them.
	 * @param view a record, or a map of which no value may be missing
	 */
	public static String text(String name, Object view) {
		return fill(name, "\n", view);
	}

	/** Writes a sentence whose template has several lines. */
	public static String line(String name, Object view) {
		return fill(name, "", view);
	}

	private static String fill(String name, String lineEnd, Object view) {
		return TEXTS
			.computeIfAbsent(name,
					(any) -> COMPILER.escapeHTML(false)
						.withLoader((part) -> new StringReader(resource(FOLDER + part + ".txt")))
						.compile(resource(FOLDER + name + ".txt").replace("\n", lineEnd)))
			.execute(view)
			.strip();
	}

	public static String markdown(String name, Record view) {
		return COMPILER.withEscaper(Templates::escape)
			.withLoader((part) -> new StringReader(resource(FOLDER + part + ".md")))
			.compile(resource(FOLDER + name + ".md"))
			.execute(view);
	}

	private static String format(Object value) {
		return switch (value) {
			case Number number -> Figures.number(number.doubleValue());
			case Enum<?> constant -> kebab(constant);
			// Of a section it is only asked whether it is empty; all that is in it is
			// long.
			case Record section -> section.getClass().getSimpleName();
			default -> value.toString();
		};
	}

	/** Writes {@code OUT_OF_MEMORY} as {@code out-of-memory}. */
	public static String kebab(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Text that a Markdown reader shows as it is, on one line. */
	public static String escape(String text) {
		return MARKUP.matcher(text.replaceAll("\\s+", " ")).replaceAll("\\\\$0");
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

	/**
	 * Finds in an enum constant also whether it is the one with that name. Fractions
	 * become text, because JMustache takes those below 1 for 0, which would hide a
	 * section.
	 */
	private static final class Values extends DefaultCollector {

		@Override
		public Mustache.@Nullable VariableFetcher createFetcher(Object context, String name) {
			if (context instanceof Enum<?> constant && Stream.of(constant.getDeclaringClass().getEnumConstants())
				.anyMatch((other) -> kebab(other).equals(name))) {
				return (value, asked) -> kebab((Enum<?>) value).equals(asked);
			}
			Mustache.VariableFetcher fetcher = super.createFetcher(context, name);
			return (fetcher != null) ? (from, asked) -> {
				Object value = fetcher.get(from, asked);
				return (value instanceof Double) ? format(value) : value;
			} : null;
		}

	}

}
