package dev.grpctuning.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.ExperimentProperties.ServerProperties;
import dev.grpctuning.load.ExperimentProperties.VariantProperties;
import dev.grpctuning.load.experiment.Experiment;
import dev.grpctuning.load.experiment.ServerSetup;
import dev.grpctuning.load.experiment.Variant;

/**
 * Makes an experiment of its properties, or says which of them is wrong.
 */
@Component
class ExperimentFactory {

	private static final DateTimeFormatter FOLDER_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

	/**
	 * Names become names of folders.
	 */
	private static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]*";

	private static final int MOST_ROUNDS = 1000;

	private final LoadProperties load;

	private final ExperimentProperties properties;

	ExperimentFactory(LoadProperties load, ExperimentProperties properties) {
		this.load = load;
		this.properties = properties;
	}

	/**
	 * Makes the experiment.
	 * @param startedAt when it begins, which names its folder
	 * @return the experiment
	 * @throws InvalidConfigurationPropertyValueException if a value cannot be used
	 */
	Experiment create(Instant startedAt) {
		String name = checkedName("experiment.name", this.properties.name());
		int repeat = this.properties.repeat();
		if (repeat < 1 || repeat > MOST_ROUNDS) {
			throw new InvalidConfigurationPropertyValueException("experiment.repeat", repeat,
					"It must be from 1 to %d.".formatted(MOST_ROUNDS));
		}
		List<Variant> variants = selected(variants());
		Variant baseline = baseline(variants);
		if (repeat > 1) {
			variants = Stream.concat(variants.stream(), Stream.of(again(baseline, variants))).toList();
		}
		return new Experiment(name, this.properties.description(), this.load.plan(), setup(), variants, baseline.name(),
				repeat, directory(startedAt, name));
	}

	/**
	 * The variants to run, without those that show the noise.
	 */
	List<Variant> selected() {
		return selected(variants());
	}

	/**
	 * The variant that others are compared with.
	 * @param variants the variants to run
	 */
	Variant baseline(List<Variant> variants) {
		String name = this.properties.baseline();
		if (name == null) {
			return variants.getFirst();
		}
		return variants.stream()
			.filter((variant) -> variant.name().equals(name))
			.findFirst()
			.orElseThrow(() -> new InvalidConfigurationPropertyValueException("experiment.baseline", name,
					"It must name a variant that runs: "
							+ variants.stream().map(Variant::name).collect(Collectors.joining(", ")) + "."));
	}

	/**
	 * The baseline once more: what differs between the two is the noise of the machine.
	 */
	private static Variant again(Variant baseline, List<Variant> variants) {
		String name = baseline.name() + "-again";
		while (named(variants, name)) {
			name += "-again";
		}
		return new Variant(name, "nothing, which shows the noise", baseline.profile(), baseline.jvmOptions(),
				baseline.properties());
	}

	private static boolean named(List<Variant> variants, String name) {
		return variants.stream().anyMatch((variant) -> variant.name().equals(name));
	}

	/**
	 * Where everything is written.
	 */
	Path directory(Instant startedAt, String name) {
		return this.properties.output()
			.resolve(FOLDER_TIME.format(startedAt.atZone(ZoneId.systemDefault())) + "-" + name)
			.toAbsolutePath();
	}

	/**
	 * What the servers share.
	 */
	ServerSetup setup() {
		ServerProperties server = this.properties.server();
		if (server.jar() == null || !Files.isRegularFile(server.jar())) {
			throw new InvalidConfigurationPropertyValueException("experiment.server.jar", server.jar(),
					"It must be an executable jar with the service to compare; ./lab names that of hello-service.");
		}
		Path javaHome = (server.javaHome() != null) ? server.javaHome() : Path.of(System.getProperty("java.home"));
		if (!Files.isExecutable(javaHome.resolve("bin").resolve("java"))) {
			throw new InvalidConfigurationPropertyValueException("experiment.server.java-home", javaHome,
					"It must be the folder of a JDK, with bin/java in it.");
		}
		DurationCheck.positive("experiment.server.start-timeout", server.startTimeout());
		return new ServerSetup(server.jar().toAbsolutePath(), javaHome, server.jvmOptions(), server.properties(),
				server.startTimeout(), this.load.connectTimeout());
	}

	private List<Variant> variants() {
		if (this.properties.variants().isEmpty()) {
			throw new InvalidConfigurationPropertyValueException("experiment.variants", null,
					"It must list one variant or more, each with a name.");
		}
		Set<String> names = new HashSet<>();
		List<Variant> variants = new ArrayList<>();
		for (int i = 0; i < this.properties.variants().size(); i++) {
			VariantProperties variant = this.properties.variants().get(i);
			String property = "experiment.variants[" + i + "].name";
			String name = checkedName(property, variant.name());
			if (!names.add(name)) {
				throw new InvalidConfigurationPropertyValueException(property, name,
						"It must be unique: another variant has this name.");
			}
			variants.add(new Variant(name, variant.changes(), variant.profile(), variant.jvmOptions(),
					variant.properties()));
		}
		return variants;
	}

	private List<Variant> selected(List<Variant> variants) {
		List<String> only = this.properties.only();
		String known = variants.stream().map(Variant::name).collect(Collectors.joining(", "));
		for (String name : only) {
			if (variants.stream().noneMatch((variant) -> variant.name().equals(name))) {
				throw new InvalidConfigurationPropertyValueException("experiment.only", name,
						"It must name variants of the experiment: " + known + ".");
			}
		}
		return variants.stream().filter((variant) -> only.isEmpty() || only.contains(variant.name())).toList();
	}

	private static String checkedName(String property, @Nullable String name) {
		if (name == null || !name.matches(NAME_PATTERN)) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"It must be a name of letters, digits, '-', '_' and '.'.");
		}
		return name;
	}

}
