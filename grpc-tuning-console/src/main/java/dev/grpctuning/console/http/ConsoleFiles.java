package dev.grpctuning.console.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.charts.ChartFiles;

/** The page and the files that it links to: those of its folder, and the charts. */
public final class ConsoleFiles {

	private static final String FOLDER = "/dev/grpctuning/console/";

	private static final String PAGE = "console.html";

	private static final String LIBRARY = "echarts.js";

	/** Scripts and styles. Such a name leads to no other folder. */
	private static final Pattern OWN = Pattern.compile("[a-z-]{1,40}\\.(js|css)");

	private static final Map<String, String> TYPES = Map.of("html", "text/html;charset=UTF-8", "js",
			"text/javascript;charset=UTF-8", "css", "text/css;charset=UTF-8");

	/**
	 * Read at the first request, because the console of most services is never opened.
	 */
	private final Map<String, File> files = new ConcurrentHashMap<>();

	/**
	 * Finds a file.
	 * @param name {@code ""} for the page
	 * @return {@code null} if there is no such file
	 */
	@Nullable File find(String name) {
		return this.files.computeIfAbsent(name, ConsoleFiles::read);
	}

	private static @Nullable File read(String name) {
		if (name.equals(LIBRARY)) {
			return file(name, ChartFiles.library());
		}
		if (name.equals(ChartFiles.STYLE) || ChartFiles.MODULES.contains(name)) {
			return file(name, ChartFiles.text(name));
		}
		if (!name.isEmpty() && !OWN.matcher(name).matches()) {
			return null;
		}
		String own = name.isEmpty() ? PAGE : name;
		try (InputStream resource = ConsoleFiles.class.getResourceAsStream(FOLDER + own)) {
			return (resource != null) ? file(own, new String(resource.readAllBytes(), StandardCharsets.UTF_8)) : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static File file(String name, String text) {
		byte[] content = text.getBytes(StandardCharsets.UTF_8);
		String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain;charset=UTF-8");
		CRC32C checksum = new CRC32C();
		checksum.update(content);
		return new File(content, type, "\"%x\"".formatted(checksum.getValue()));
	}

	/**
	 * Content of a file.
	 *
	 * @param tag changes with the content
	 */
	record File(byte[] content, String type, String tag) {
	}

}
