package dev.grpctuning.containers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

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
