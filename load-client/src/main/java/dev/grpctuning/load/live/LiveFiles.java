package dev.grpctuning.load.live;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.charts.ChartFiles;
import dev.grpctuning.load.template.Templates;

/** Files that the page links to: a fixed list, read when they are asked for. */
final class LiveFiles {

	private static final String SCRIPT = "text/javascript; charset=utf-8";

	private static final String STYLE = "text/css; charset=utf-8";

	private static final Set<String> OWN = Set.of("live.js", "live.css", "report.css");

	private LiveFiles() {
	}

	static @Nullable File find(String name) {
		if (name.equals("echarts.js")) {
			return new File(SCRIPT, bytes(ChartFiles.library()));
		}
		boolean chart = name.equals(ChartFiles.STYLE) || ChartFiles.MODULES.contains(name);
		if (!chart && !OWN.contains(name)) {
			return null;
		}
		return new File(name.endsWith(".css") ? STYLE : SCRIPT,
				bytes(chart ? ChartFiles.text(name) : Templates.file(name)));
	}

	/** The page that opens before there are results, and that shows them as they come. */
	static byte[] page(String command, String nonce) {
		return bytes(Templates.linked("live", new Page(command, nonce, importMap())));
	}

	/** Lets the script of a report, which has no address, import what is served. */
	private static String importMap() {
		return ChartFiles.MODULES.stream()
			.map((name) -> "\"%s\":\"/%s\"".formatted(name, name))
			.collect(Collectors.joining(",", "{\"imports\":{", "}}"));
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private record Page(String command, String nonce, String modules) {
	}

	/** A file. */
	record File(String type, byte[] content) {
	}

}
