package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.stream.DoubleStream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests what an application serves over HTTP, as admin with a password. */
public record Http(String base, @Nullable String password) {

	private static final String JSON = "application/json";

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

	public static Http local(int port) {
		return new Http("http://127.0.0.1:" + port, null);
	}

	public Http as(@Nullable String otherPassword) {
		return new Http(this.base, otherPassword);
	}

	public Answer get(String path) {
		return send("GET", path);
	}

	public Answer delete(String path) {
		return send("DELETE", path);
	}

	public Answer post(String path, String json) {
		return post(path, JSON, json);
	}

	public Answer post(String path, String contentType, String body) {
		return send(request(path).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
	}

	/** Sends a request of any method, without a body. */
	public Answer send(String method, String path) {
		return send(request(path).method(method, BodyPublishers.noBody()));
	}

	private HttpRequest.Builder request(String path) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.base + path));
		if (this.password != null) {
			byte[] credentials = ("admin:" + this.password).getBytes();
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
		}
		return request;
	}

	private static Answer send(HttpRequest.Builder request) {
		try {
			HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
			return new Answer(response.statusCode(), response.headers(), response.body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/** Answer to a request. */
	public record Answer(int status, HttpHeaders headers, String body) {

		/** Asserts the status. */
		public Answer expect(int expected) {
			assertThat(this.status).as(this.body).isEqualTo(expected);
			return this;
		}

		public JsonObject json() {
			return JsonParser.parseString(this.body).getAsJsonObject();
		}

		/** Values of the lines of Prometheus' format that contain a text. */
		public DoubleStream samples(String text) {
			return this.body.lines()
				.filter((line) -> !line.startsWith("#") && line.contains(text))
				.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))));
		}

	}

}
