package dev.grpctuning.load.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.testkit.AppProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The actuator of a load client, as it is used over HTTP.
 */
final class LoadActuator {

	static final String PASSWORD = "the-password-of-the-tests";

	/**
	 * The option by which a load client gets that password.
	 */
	static final String OPTION = "--spring.security.user.password=" + PASSWORD;

	private static final Pattern PORT = Pattern.compile("actuator on port (\\d+)");

	private final HttpClient http = HttpClient.newHttpClient();

	private final String port;

	private LoadActuator(String port) {
		this.port = port;
	}

	/**
	 * Waits until a process has said where its actuator is.
	 */
	static LoadActuator of(AppProcess lab) throws IOException {
		lab.awaitErr("actuator on port");
		Matcher line = PORT.matcher(String.join("\n", lab.errLines()));
		assertThat(line.find()).isTrue();
		return new LoadActuator(line.group(1));
	}

	HttpResponse<String> send(String method, String path, @Nullable String password, @Nullable String body)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.method(method,
					(body != null) ? HttpRequest.BodyPublishers.ofString(body) : HttpRequest.BodyPublishers.noBody())
			.header("Content-Type", "application/json");
		if (password != null) {
			request.header("Authorization",
					"Basic " + Base64.getEncoder().encodeToString(("admin:" + password).getBytes()));
		}
		return this.http.send(request.build(), HttpResponse.BodyHandlers.ofString());
	}

	HttpResponse<String> get(String path) throws IOException, InterruptedException {
		return send("GET", path, null, null);
	}

	HttpResponse<String> post(String plan) throws IOException, InterruptedException {
		return send("POST", "/actuator/load", PASSWORD, "{\"plan\": " + plan + "}");
	}

	HttpResponse<String> delete() throws IOException, InterruptedException {
		return send("DELETE", "/actuator/load", PASSWORD, null);
	}

	JsonObject status() throws IOException, InterruptedException {
		return json(get("/actuator/load"));
	}

	JsonObject awaitStatus(Predicate<JsonObject> expected) {
		return Awaitility.await().atMost(Duration.ofMinutes(2)).until(this::status, expected);
	}

	/**
	 * Posts a plan that must be accepted.
	 * @return the number of its run
	 */
	int start(String plan) throws IOException, InterruptedException {
		return json(post(plan)).getAsJsonObject("run").get("number").getAsInt();
	}

	/**
	 * Waits until a run has ended.
	 * @return what is told of it then
	 */
	JsonObject awaitEnd(int number) {
		JsonObject ended = awaitStatus((status) -> status.get("state").getAsString().equals("waiting"));
		assertThat(ended.getAsJsonObject("last").get("number").getAsInt()).isEqualTo(number);
		return ended.getAsJsonObject("last");
	}

	static JsonObject json(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return JsonParser.parseString(response.body()).getAsJsonObject();
	}

}
