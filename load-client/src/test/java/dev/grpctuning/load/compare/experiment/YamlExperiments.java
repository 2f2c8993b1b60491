package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.Resource;

import dev.grpctuning.load.compare.ExperimentRun;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.compare.servers.RunServersFactory;
import dev.grpctuning.load.config.LoadProperties;

/** Makes experiments of YAML files, as the client does when it starts. */
final class YamlExperiments {

	private YamlExperiments() {
	}

	/**
	 * Makes an experiment.
	 * @param yaml its file
	 * @param folder where there is room for files
	 * @param commandLine what comes before the file
	 */
	static Experiment create(Resource yaml, Path folder, Map<String, Object> commandLine) throws IOException {
		StandardEnvironment environment = environment(yaml, folder, commandLine);
		return create(environment, properties(environment));
	}

	/**
	 * How long it roughly takes.
	 * @param yaml its file
	 * @param folder where there is room for files
	 * @param commandLine what comes before the file
	 */
	static Duration length(Resource yaml, Path folder, Map<String, Object> commandLine) throws IOException {
		StandardEnvironment environment = environment(yaml, folder, commandLine);
		ExperimentProperties properties = properties(environment);
		Experiment experiment = create(environment, properties);
		try (RunServers servers = new RunServersFactory(properties).create(experiment)) {
			return ExperimentRun.length(experiment, servers);
		}
	}

	private static StandardEnvironment environment(Resource yaml, Path folder, Map<String, Object> commandLine)
			throws IOException {
		Map<String, Object> first = new HashMap<>(commandLine);
		Path jar = folder.resolve("service.jar");
		first.put("experiment.server.jar", (Files.exists(jar) ? jar : Files.createFile(jar)).toString());
		first.put("experiment.output", folder.toString());
		StandardEnvironment environment = new StandardEnvironment();
		MutablePropertySources sources = environment.getPropertySources();
		sources.stream().map(PropertySource::getName).toList().forEach(sources::remove);
		sources.addLast(new MapPropertySource("commandLineArgs", first));
		new YamlPropertySourceLoader().load("experiment", yaml).forEach(sources::addLast);
		ConfigurationPropertySources.attach(environment);
		return environment;
	}

	private static ExperimentProperties properties(StandardEnvironment environment) {
		return bind(environment, "experiment", ExperimentProperties.class);
	}

	private static Experiment create(StandardEnvironment environment, ExperimentProperties properties) {
		return new ExperimentFactory(bind(environment, "load", LoadProperties.class), properties, environment)
			.create(Instant.EPOCH);
	}

	private static <T> T bind(StandardEnvironment environment, String prefix, Class<T> type) {
		return Binder.get(environment)
			.bindOrCreate(prefix, Bindable.of(type), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
	}

}
