package dev.grpctuning.load.compare.experiment;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.LoadRebinding;
import dev.grpctuning.load.config.PlanScale;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;

/** Creates the plans of an experiment, its workloads and its variants. */
@Component
public record ExperimentPlans(ConfigurableEnvironment environment) {

	private static final String LOAD = "load";

	private static final List<String> NOT_OF_A_PLAN = List.of("load.target", "load.connect-timeout", "load.start-at",
			"load.until", "load.output", "load.histogram", "load.format", "load.quiet", "load.thresholds");

	/** Reads {@code load} of a list's element from the first source that has the list. */
	Map<String, Object> own(String list, int index) {
		ConfigurationPropertyName parent = ConfigurationPropertyName.of("%s[%d].%s".formatted(list, index, LOAD));
		Map<String, Object> own = new LinkedHashMap<>();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			if (source instanceof IterableConfigurationPropertySource iterable && source
				.containsDescendantOf(ConfigurationPropertyName.of(list)) == ConfigurationPropertyState.PRESENT) {
				iterable.stream().filter(parent::isAncestorOf).forEach((name) -> {
					ConfigurationPropertyName property = ConfigurationPropertyName
						.of(LOAD + "." + name.subName(parent.getNumberOfElements()));
					ConfigurationProperty value = source.getConfigurationProperty(name);
					if (value != null) {
						check(property);
						own.put(property.toString(), OriginTrackedValue.of(value.getValue(), value.getOrigin()));
					}
				});
				return own;
			}
		}
		return own;
	}

	private static void check(ConfigurationPropertyName property) {
		if (NOT_OF_A_PLAN.stream().map(ConfigurationPropertyName::of).anyMatch(property::equals)) {
			throw new UsageException("%s: cannot be set for a workload or a variant; set it for the whole experiment."
				.formatted(property));
		}
	}

	/** The objective is the longest response time that the experiment wants, if any. */
	LoadPlan plan(String whose, LoadProperties load, Map<String, Object> own, PlanScale scale,
			@Nullable Duration objective) {
		if (own.isEmpty() && scale.none()) {
			return new LoadPlans(load).forExperiment(objective);
		}
		return new LoadRebinding(whose, own, this.environment).bind((properties) -> {
			LoadPlan plan = new LoadPlans(properties).forExperiment(objective);
			if (scale.none()) {
				return plan;
			}
			Map<String, Object> scaled = new LinkedHashMap<>(own);
			scaled.putAll(scale.of(properties));
			LoadProperties shorter = new LoadRebinding(whose, scaled, this.environment).bind();
			return new LoadPlans(shorter).forExperiment(objective);
		});
	}

}
