package dev.grpctuning.load.serve;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.ConfigurableApplicationContext;

import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.LoadRebinding;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;

/** A plan that was posted, whose properties override those of the start. */
record PostedPlan(LoadProperties properties, LoadPlan plan) {

	/** Binds a body of {@code {"plan": {...}}}, nested or with dots. */
	static PostedPlan of(Map<String, ?> body, LoadProperties start, ConfigurableApplicationContext context) {
		Map<String, Object> values = new LinkedHashMap<>();
		add("load", body.get("plan"), values);
		check(body.keySet().equals(Set.of("plan")), "is missing; post {\"plan\": {\"duration\": \"10s\"}}.");
		check(values.values().stream().noneMatch((value) -> value.toString().contains("${")),
				"a placeholder cannot be posted; give the value itself.");
		return new LoadRebinding("posted plan", values, context.getEnvironment()).bind((load) -> {
			boolean readsFile = load.call().request() != null && load.call().request().startsWith("@");
			check(ofStart(load).equals(ofStart(start))
					&& (!readsFile || Objects.equals(load.call().request(), start.call().request())),
					"files, start-at, until, output, format and quiet cannot be posted; set them when serve is started.");
			check(load.server().target().equals(start.server().target()) || load.address().isThisMachine(),
					"a target on another machine cannot be posted; start serve with it.");
			PropertyCheck.bursts(load.plan().model(), new Binder(new MapConfigurationPropertySource(values)));
			load.checkedThresholds();
			return new PostedPlan(load, new LoadPlans(load).plan());
		});
	}

	private static void add(String name, @Nullable Object value, Map<String, Object> values) {
		if (value instanceof Map<?, ?> map) {
			map.forEach((key, each) -> add(name + "." + key, each, values));
		}
		else if (value instanceof List<?> list && !list.isEmpty()) {
			for (int i = 0; i < list.size(); i++) {
				add(name + "[" + i + "]", list.get(i), values);
			}
		}
		else if (value != null) {
			values.put(name, (value instanceof List) ? "" : value.toString());
		}
	}

	private static void check(boolean allowed, String otherwise) {
		if (!allowed) {
			throw new UsageException("plan: " + otherwise);
		}
	}

	/** Values that no plan may change. The password must not give access to files. */
	private static List<@Nullable Object> ofStart(LoadProperties load) {
		return Arrays.asList(load.call().requestBytes(), load.call().descriptorSet(), load.call().proto(),
				load.call().protoPath(), load.plan().replay().file(), load.length().startAt(), load.length().until(),
				load.output().file(), load.output().histogram(), load.output().format(), load.output().quiet());
	}

}
