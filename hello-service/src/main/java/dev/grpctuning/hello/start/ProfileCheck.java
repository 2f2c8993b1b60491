package dev.grpctuning.hello.start;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

/**
 * Refuses a profile without a document in application.yml and without a file of its own.
 * Its server would be the plain one under a wrong name.
 */
class ProfileCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		ConfigurableEnvironment environment = context.getEnvironment();
		Set<String> known = profiles();
		for (String profile : environment.getActiveProfiles()) {
			if (!known.contains(profile) && !hasFile(environment, profile)) {
				throw new InvalidConfigurationPropertyValueException("spring.profiles.active", profile,
						"\"%s\" is not a profile; use one of %s.".formatted(profile, String.join(", ", known)));
			}
		}
	}

	private static Set<String> profiles() {
		Set<String> profiles = new LinkedHashSet<>();
		try {
			for (PropertySource<?> document : new YamlPropertySourceLoader().load("steps",
					new ClassPathResource("application.yml"))) {
				Object expression = document.getProperty("spring.config.activate.on-profile");
				if (expression != null) {
					Stream.of(expression.toString().split("[^\\w-]+")).forEach(profiles::add);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return profiles;
	}

	private static boolean hasFile(ConfigurableEnvironment environment, String profile) {
		return environment.getPropertySources()
			.stream()
			.anyMatch((source) -> source.getName().contains("application-" + profile + "."));
	}

}
