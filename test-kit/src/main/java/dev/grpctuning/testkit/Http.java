package dev.grpctuning.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a port of this machine.
 */
public final class Http {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private Http() {
	}

	/**
	 * Reads a page.
	 */
	public static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
		return send(port, "GET", path, null, null);
	}

	/**
	 * Sends a request.
	 * @param password of the user {@code admin}, or {@code null} for a request of nobody
	 * @param body JSON, or {@code null} for none
	 */
	public static HttpResponse<String> send(int port, String method, String path, @Nullable String password,
			@Nullable String body) throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
			.timeout(TIMEOUT)
			.method(method,
					(body != null) ? HttpRequest.BodyPublishers.ofString(body) : HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json");
		if (password != null) {
			byte[] credentials = ("admin:" + password).getBytes(StandardCharsets.UTF_8);
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
		}
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
	}

}
