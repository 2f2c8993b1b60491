package dev.grpctuning.containers;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

import dev.grpctuning.testkit.Http;

/** Asks Prometheus. */
record Prometheus(Http http) {

	private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), *(\\w+)\\)");

	/** What a query answers now. */
	List<Double> query(String expression) {
		JsonObject data = data(ask(expression)).getAsJsonObject();
		if (data.get("resultType").getAsString().equals("scalar")) {
			return List.of(data.getAsJsonArray("result").get(1).getAsDouble());
		}
		return StreamSupport.stream(data.getAsJsonArray("result").spliterator(), false)
			.map((series) -> number(series.getAsJsonObject().getAsJsonArray("value").get(1).getAsString()))
			.toList();
	}

	/** Whether a query is valid. */
	boolean understands(String expression) {
		Http.Answer answer = ask(expression);
		if (answer.status() == 400) {
			return false;
		}
		answer.expect(200);
		return true;
	}

	/** Prometheus writes infinity in its own way. */
	private static double number(String text) {
		return Double.parseDouble(text.replace("Inf", "Infinity"));
	}

	/** The values of a dashboard's variable. */
	List<String> labelValues(String expression) {
		Matcher matcher = LABEL_VALUES.matcher(expression);
		if (!matcher.matches()) {
			throw new IllegalArgumentException(expression);
		}
		JsonElement values = read(
				"/api/v1/label/%s/values?match[]=%s".formatted(matcher.group(2), encode(matcher.group(1)))
					.replace("[]", "%5B%5D"));
		return values.getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
	}

	/** The rules that it evaluates. */
	List<JsonObject> rules(String type) {
		return StreamSupport
			.stream(read("/api/v1/rules").getAsJsonObject().getAsJsonArray("groups").spliterator(), false)
			.flatMap((group) -> group.getAsJsonObject().getAsJsonArray("rules").asList().stream())
			.map(JsonElement::getAsJsonObject)
			.filter((rule) -> rule.get("type").getAsString().equals(type))
			.toList();
	}

	/** Whether an alert fires. */
	boolean fires(String name, String instance) {
		Predicate<JsonObject> meant = (alert) -> {
			JsonObject labels = alert.getAsJsonObject("labels");
			return labels.get("alertname").getAsString().equals(name) && labels.has("instance")
					&& labels.get("instance").getAsString().equals(instance)
					&& alert.get("state").getAsString().equals("firing");
		};
		return StreamSupport
			.stream(read("/api/v1/alerts").getAsJsonObject().getAsJsonArray("alerts").spliterator(), false)
			.map(JsonElement::getAsJsonObject)
			.anyMatch(meant);
	}

	private Http.Answer ask(String expression) {
		return this.http.get("/api/v1/query?query=" + encode(expression));
	}

	private JsonElement read(String path) {
		return data(this.http.get(path));
	}

	private static JsonElement data(Http.Answer answer) {
		return answer.expect(200).json().get("data");
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
