package dev.grpctuning.containers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * Reads JSON over HTTP: the service's actuator, or Prometheus.
 *
 * @param host where it listens
 * @param port where it listens
 */
record HttpReader(String host, int port) {

	JsonObject read(String path) {
		return JsonParser.parseString(text(path)).getAsJsonObject();
	}

	String text(String path) {
		try (HttpClient client = HttpClient.newHttpClient()) {
			HttpRequest request = HttpRequest
				.newBuilder(URI.create("http://%s:%d%s".formatted(this.host, this.port, path)))
				.build();
			HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new IllegalStateException("%s: %d %s".formatted(path, response.statusCode(), response.body()));
			}
			return response.body();
		}
		catch (IOException ex) {
			throw new IllegalStateException(path, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Status of a change of the tuning by the user admin.
	 * @param password its password, or an empty one to send none
	 * @param body the knobs
	 * @return the HTTP status
	 */
	int change(String password, String body) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://%s:%d/actuator/grpctuning".formatted(this.host, this.port)))
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body));
		if (!password.isEmpty()) {
			request.header("Authorization", "Basic "
					+ Base64.getEncoder().encodeToString(("admin:" + password).getBytes(StandardCharsets.UTF_8)));
		}
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
		}
		catch (IOException ex) {
			throw new IllegalStateException(body, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What is effective of a knob.
	 * @param name the knob
	 * @return its value, "null" if it has none
	 */
	String effective(String name) {
		for (JsonElement element : read("/actuator/grpctuning").getAsJsonArray("knobs")) {
			JsonObject knob = element.getAsJsonObject();
			if (knob.get("name").getAsString().equals(name)) {
				JsonElement value = knob.get("effective");
				return value.isJsonPrimitive() ? value.getAsString() : value.toString();
			}
		}
		throw new IllegalArgumentException(name);
	}

}
