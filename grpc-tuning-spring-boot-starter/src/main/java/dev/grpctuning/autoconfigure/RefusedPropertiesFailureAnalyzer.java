package dev.grpctuning.autoconfigure;

import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.TuningProblem;

/** Describes each property in a line, with the place where it is set. */
class RefusedPropertiesFailureAnalyzer extends AbstractFailureAnalyzer<InvalidTuningException> {

	private final Environment environment;

	RefusedPropertiesFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidTuningException cause) {
		return new FailureAnalysis(cause.problems().stream().map(this::line).collect(Collectors.joining("\n")),
				"Correct or remove %s.".formatted((cause.problems().size() == 1) ? "it" : "them"), cause);
	}

	private String line(TuningProblem problem) {
		String value = (problem.value() != null) ? "\"" + problem.value() + "\" " : "";
		return Knob.PREFIX + problem.knob() + ": " + value + problem.reason() + origin(problem);
	}

	private String origin(TuningProblem problem) {
		ConfigurationPropertyName name = ConfigurationPropertyName.of(Knob.PREFIX + problem.knob());
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return (property.getOrigin() != null) ? " It is set in %s.".formatted(property.getOrigin()) : "";
			}
		}
		return "";
	}

}
