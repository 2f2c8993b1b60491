package dev.grpctuning.load.serve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;

import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.LoadRebinding;
import dev.grpctuning.load.config.SetProperties;
import dev.grpctuning.load.failure.Secrets;
import dev.grpctuning.load.failure.UsageException;

/** Properties of a posted plan, which override those of the start. */
final class PostedPlan {

	private static final String SOURCE = "posted plan";

	/** Output of the client as a whole. */
	private static final List<String> NOT_POSTED = List.of("load.output", "load.histogram", "load.format",
			"load.quiet");

	private final Map<String, Object> properties = new LinkedHashMap<>();

	private final ServeProperties allowed;

	private final ConfigurableEnvironment started;

	private final LoadRebinding rebinding;

	PostedPlan(ServeProperties allowed, ConfigurableEnvironment started, BeanFactory beans) {
		this.allowed = allowed;
		this.started = started;
		this.rebinding = new LoadRebinding(SOURCE, this.properties, started, beans);
	}

	LoadProperties bind(Map<String, Object> posted) {
		this.properties.putAll(posted);
		for (String name : posted.keySet()) {
			NOT_POSTED.stream()
				.filter((refused) -> ConfigurationPropertyName.adapt(name, '.')
					.equals(ConfigurationPropertyName.of(refused)))
				.findFirst()
				.ifPresent((refused) -> {
					throw new UsageException("%s: cannot be posted; set it when serve is started.".formatted(refused));
				});
		}
		LoadProperties plan = this.rebinding.bind();
		SetProperties.refuseBursts(plan.model(), posted::containsKey);
		this.allowed.check(plan, Binder.get(this.started).bindOrCreate("load", LoadProperties.class));
		return plan;
	}

	@Nullable String describe(Throwable failure) {
		return this.rebinding.describe(failure);
	}

	/**
	 * Body of a posted plan: {@code {"plan": {…}}} with properties as on the command
	 * line, without {@code load.}, nested or with dots.
	 */
	static final class Body {

		private static final String PREFIX = "load.";

		private static final String METADATA = PREFIX + "metadata.";

		/** The only property whose value may be JSON itself. */
		private static final String REQUEST = PREFIX + "request";

		private static final String EXAMPLE = "post {\"plan\": {\"model\": \"open\", \"open\": {\"rate\": 200}, \"duration\": \"10s\"}}.";

		private static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).create();

		private final Map<String, Object> properties = new LinkedHashMap<>();

		private Body() {
		}

		static Map<String, Object> properties(@Nullable String body) {
			JsonElement plan = object(body).get("plan");
			if (plan == null || !plan.isJsonObject()) {
				throw new UsageException(
						"plan: %s; %s".formatted((plan != null) ? "is not a JSON object" : "is missing", EXAMPLE));
			}
			Body read = new Body();
			plan.getAsJsonObject().asMap().forEach(read::add);
			return read.properties;
		}

		private static JsonObject object(@Nullable String body) {
			JsonElement whole = parse((body != null) ? body : "");
			if (!(whole instanceof JsonObject object)) {
				throw new UsageException("The body is not a JSON object; " + EXAMPLE);
			}
			object.keySet().stream().filter((name) -> !name.equals("plan")).findFirst().ifPresent((name) -> {
				throw new UsageException("%s: cannot be posted; %s".formatted(name, EXAMPLE));
			});
			return object;
		}

		private static @Nullable JsonElement parse(String body) {
			try {
				return GSON.fromJson(body, JsonElement.class);
			}
			catch (JsonParseException ex) {
				return null;
			}
		}

		private void add(String path, JsonElement value) {
			String name = path.startsWith(PREFIX) ? path : PREFIX + path;
			if (value.isJsonNull()) {
				// Treats the element as missing.
				return;
			}
			if (value.isJsonPrimitive()) {
				put(name, value.getAsString());
			}
			else if (name.equals(REQUEST)) {
				put(name, value.toString());
			}
			else if (value instanceof JsonObject object) {
				object.asMap().forEach((key, each) -> add(path + "." + key, each));
			}
			else if (value instanceof JsonArray array) {
				addAll(path, name, array);
			}
		}

		private void addAll(String path, String name, JsonArray array) {
			if (name.startsWith(METADATA)) {
				if (array.isEmpty() || !array.asList().stream().allMatch(JsonElement::isJsonPrimitive)) {
					throw new UsageException("%s: is not a list of values; write [\"value\", …].".formatted(name));
				}
				put(name, Headers.text(array.asList().stream().map(JsonElement::getAsString).toList()));
				return;
			}
			if (array.isEmpty()) {
				put(name, "");
			}
			for (int i = 0; i < array.size(); i++) {
				add(path + "[" + i + "]", array.get(i));
			}
		}

		private void put(String name, String value) {
			ConfigurationPropertyName property = ConfigurationPropertyName.adapt(name, '.');
			if (property.getNumberOfElements() == 1) {
				throw new UsageException(
						"plan: \"%s\" is not a property; see ./lab help.".formatted(name.substring(PREFIX.length())));
			}
			if (this.properties.keySet()
				.stream()
				.anyMatch((other) -> ConfigurationPropertyName.adapt(other, '.').equals(property))) {
				throw new UsageException("%s: is given twice; give it once.".formatted(name));
			}
			if (value.contains("${")) {
				throw new UsageException(
						"%s: \"%s\" is not allowed (posted plan); give the value itself, not a placeholder."
							.formatted(name, Secrets.masked(name, value)));
			}
			this.properties.put(name, value);
		}

	}

}
