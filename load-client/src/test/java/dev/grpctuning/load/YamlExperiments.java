package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
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

import dev.grpctuning.load.experiment.Experiment;

/**
 * Makes experiments of YAML files, as the client does when it starts.
 */
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
		Binder binder = Binder.get(environment);
		LoadProperties load = binder.bindOrCreate("load", Bindable.of(LoadProperties.class),
				new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
		return new ExperimentFactory(load,
				binder.bindOrCreate("experiment", Bindable.of(ExperimentProperties.class),
						new NoUnboundElementsBindHandler(BindHandler.DEFAULT)),
				new ExperimentPlans(environment, new DefaultListableBeanFactory()))
			.create(Instant.EPOCH);
	}

}
