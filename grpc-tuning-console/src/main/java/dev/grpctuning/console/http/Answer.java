package dev.grpctuning.console.http;

import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Answer to a request below the path of the console, whatever the web server.
 *
 * @param stream whether events follow instead of the body
 */
public record Answer(int status, Map<String, String> headers, byte[] body, boolean stream) {

	private static final String EVENTS = "events";

	/**
	 * Scripts and styles come from this server only, and nothing may frame the page.
	 * ECharts writes the styles of its tooltips into attributes.
	 */
	private static final Map<String, String> SECURITY = Map.of("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
					+ "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
					+ "frame-ancestors 'none'",
			"X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer", "Cross-Origin-Opener-Policy",
			"same-origin", "Cross-Origin-Resource-Policy", "same-origin");

	private static final byte[] EMPTY = new byte[0];

	/**
	 * Answers a request.
	 * @param path what follows the path of the console, such as {@code /console.js}
	 * @param tag header {@code If-None-Match}
	 */
	public static Answer to(String method, String path, @Nullable String tag, ConsoleFiles files) {
		if (!method.equals("GET") && !method.equals("HEAD")) {
			return text(HttpURLConnection.HTTP_BAD_METHOD, "Use GET; POST .../grpctuning changes the tuning",
					Map.of("Allow", "GET, HEAD"));
		}
		if (path.equals("/")) {
			return of(HttpURLConnection.HTTP_MOVED_TEMP, Map.of("Location", "../console", "Cache-Control", "no-cache"),
					EMPTY);
		}
		if (path.equals("/" + EVENTS)) {
			return new Answer(HttpURLConnection.HTTP_OK, headers(Map.of("Content-Type",
					"text/event-stream;charset=UTF-8", "Cache-Control", "no-store", "X-Accel-Buffering", "no")), EMPTY,
					true);
		}
		ConsoleFiles.File file = files.find(path.isEmpty() ? path : path.substring(1));
		if (file == null) {
			return text(HttpURLConnection.HTTP_NOT_FOUND, "The console has no such file", Map.of());
		}
		Map<String, String> headers = Map.of("Cache-Control", "no-cache", "ETag", file.tag());
		if (tag != null && tag.contains(file.tag())) {
			return of(HttpURLConnection.HTTP_NOT_MODIFIED, headers, EMPTY);
		}
		Map<String, String> typed = new LinkedHashMap<>(headers);
		typed.put("Content-Type", file.type());
		return of(HttpURLConnection.HTTP_OK, typed, file.content());
	}

	/** Refuses a viewer. */
	public static Answer full(int maxViewers) {
		return text(HttpURLConnection.HTTP_UNAVAILABLE,
				("The console cannot serve more pages: either %d are open, or the service is shutting down. Close a "
						+ "page, or raise grpc.tuning.console.max-viewers")
					.formatted(maxViewers),
				Map.of("Retry-After", "5"));
	}

	private static Answer text(int status, String line, Map<String, String> further) {
		Map<String, String> headers = new LinkedHashMap<>(further);
		headers.put("Content-Type", "text/plain;charset=UTF-8");
		headers.put("Cache-Control", "no-store");
		return of(status, headers, (line + ".\n").getBytes(StandardCharsets.UTF_8));
	}

	private static Answer of(int status, Map<String, String> headers, byte[] body) {
		return new Answer(status, headers(headers), body, false);
	}

	private static Map<String, String> headers(Map<String, String> own) {
		Map<String, String> all = new LinkedHashMap<>(SECURITY);
		all.putAll(own);
		return all;
	}

}
