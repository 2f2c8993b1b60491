package dev.grpctuning.load.compare.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.stereotype.Component;

import dev.grpctuning.load.cli.CommandName;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.Mode;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.ServerProperties;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.VariantProperties;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.PlanScale;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.failure.UsageException;

/**
 * Makes an experiment of its properties, or says which of them is wrong.
 */
@Component
public class ExperimentFactory {

	private static final DateTimeFormatter FOLDER_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

	/**
	 * Names become names of folders.
	 */
	private static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]*";

	private static final int MOST_ROUNDS = 1000;

	private final LoadProperties load;

	private final ExperimentProperties properties;

	private final ExperimentPlans plans;

	public ExperimentFactory(LoadProperties load, ExperimentProperties properties, ExperimentPlans plans) {
		this.load = load;
		this.properties = properties;
		this.plans = plans;
	}

	/**
	 * Makes the experiment.
	 */
	public Experiment create(Instant startedAt) {
		String name = checkedName("experiment.name", this.properties.name());
		int repeat = this.properties.repeat();
		if (repeat < 1 || repeat > MOST_ROUNDS) {
			throw new InvalidConfigurationPropertyValueException("experiment.repeat", repeat,
					"It must be from 1 to %d.".formatted(MOST_ROUNDS));
		}
		PlanScale scale = new PlanScale(this.properties.scale());
		WorkloadFactory workloads = new WorkloadFactory(this.load, this.properties, this.plans, scale);
		List<Variant> selected = selected(variants());
		String baseline = baseline(selected).name();
		List<Variant> crossed = workloads.cross(selected);
		List<Variant> variants = (selected.size() > 1 || repeat > 1) ? withNoise(crossed, baseline) : crossed;
		ServerSetup setup = (this.properties.server().mode() != Mode.ATTACH) ? setup() : attachedSetup();
		return new Experiment(name, this.properties.description(), workloads.plan(), setup, variants, baseline, repeat,
				directory(startedAt, name), scale.factor());
	}

	/**
	 * The same, and the baseline once more if several are compared and noise is to be
	 * shown.
	 */
	public List<Variant> withNoise(List<Variant> selected) {
		return (selected.size() > 1) ? withNoise(selected, baseline(selected).name()) : selected;
	}

	/**
	 * The same, and the baseline once more, in each workload, if noise is to be shown.
	 */
	private List<Variant> withNoise(List<Variant> variants, String baseline) {
		if (!this.properties.noise()) {
			return variants;
		}
		String control = controlName(baseline, variants);
		return Stream
			.concat(variants.stream(),
					variants.stream()
						.filter((variant) -> variant.name().equals(baseline))
						.map((variant) -> control(variant, control)))
			.toList();
	}

	/**
	 * The variants whose rates are searched for, without those that show the noise.
	 */
	public List<Variant> searched(CommandName command) {
		ServerProperties server = this.properties.server();
		if (server.mode() == Mode.ATTACH) {
			throw new UsageException("experiment.server.mode: %s starts servers of its own; use fork, or leave it out."
				.formatted(command));
		}
		if (!this.properties.workloads().isEmpty()) {
			throw new UsageException(
					"experiment.workloads: %s tries rates under the one load that load.* describes; use an experiment without workloads."
						.formatted(command));
		}
		List<Variant> selected = selected(variants());
		WorkloadFactory workloads = new WorkloadFactory(this.load, this.properties, this.plans, PlanScale.NONE);
		workloads.cross(selected)
			.stream()
			.filter((variant) -> variant.plan() != null)
			.findFirst()
			.ifPresent((variant) -> {
				throw new UsageException(
						"variant %s: %s tries rates under the one load that load.* describes; leave its load out."
							.formatted(variant.name(), command));
			});
		return selected;
	}

	/**
	 * The variant that others are compared with.
	 */
	public Variant baseline(List<Variant> variants) {
		String name = this.properties.baseline();
		List<String> names = variants().stream().map(Variant::name).toList();
		if (name != null && !names.contains(name)) {
			throw new InvalidConfigurationPropertyValueException("experiment.baseline", name,
					"It must name a variant: " + String.join(", ", names) + ".");
		}
		return variants.stream()
			.filter((variant) -> variant.name().equals(name))
			.findFirst()
			.orElse(variants.getFirst());
	}

	/**
	 * The A/A control, which is set up as the baseline is: what differs between the two
	 * is the noise of the machine.
	 */
	private static Variant control(Variant baseline, String name) {
		return new Variant(name, Variant.CONTROL, baseline.profile(), baseline.jvmOptions(), baseline.properties(),
				baseline.javaHome(), baseline.workload(), baseline.plan());
	}

	private static String controlName(String baseline, List<Variant> variants) {
		String name = baseline + "-control";
		while (named(variants, name)) {
			name += "-control";
		}
		return name;
	}

	private static boolean named(List<Variant> variants, String name) {
		return variants.stream().anyMatch((variant) -> variant.name().equals(name));
	}

	/**
	 * Where everything is written.
	 */
	public Path directory(Instant startedAt, String name) {
		return this.properties.output()
			.resolve(FOLDER_TIME.format(startedAt.atZone(ZoneId.systemDefault())) + "-" + name)
			.toAbsolutePath();
	}

	/**
	 * What the servers share.
	 */
	public ServerSetup setup() {
		ServerProperties server = this.properties.server();
		if (server.jar() == null || !Files.isRegularFile(server.jar())) {
			throw new InvalidConfigurationPropertyValueException("experiment.server.jar", server.jar(),
					"It must be an executable jar with the service to compare; ./lab names that of hello-service.");
		}
		Path javaHome = (server.javaHome() != null) ? server.javaHome() : Path.of(System.getProperty("java.home"));
		checkJavaHome("experiment.server.java-home", javaHome);
		PropertyCheck.positive("experiment.server.start-timeout", server.startTimeout());
		return new ServerSetup(server.jar().toAbsolutePath(), javaHome, server.jvmOptions(), server.properties(),
				server.startTimeout(), this.load.connectTimeout());
	}

	/**
	 * What variants of a server share that is not started.
	 */
	private ServerSetup attachedSetup() {
		ServerProperties server = this.properties.server();
		PropertyCheck.positive("experiment.server.start-timeout", server.startTimeout());
		return ServerSetup.attached(server.properties(), server.startTimeout(), this.load.connectTimeout());
	}

	private static void checkJavaHome(String property, Path home) {
		if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
			throw new InvalidConfigurationPropertyValueException(property, home,
					"It must be the folder of a JDK, with bin/java in it.");
		}
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
			if (variant.javaHome() != null) {
				checkJavaHome("experiment.variants[" + i + "].java-home", variant.javaHome());
			}
			variants.add(new Variant(name, variant.changes(), variant.profile(), variant.jvmOptions(),
					variant.properties(), variant.javaHome(), null, null));
		}
		return variants;
	}

	private List<Variant> selected(List<Variant> variants) {
		List<String> only = this.properties.only();
		if (only == null) {
			return variants;
		}
		List<String> known = variants.stream().map(Variant::name).toList();
		checkOnly("experiment.only", only, known,
				"It must name variants of the experiment: " + String.join(", ", known) + ".");
		return variants.stream().filter((variant) -> only.contains(variant.name())).toList();
	}

	/**
	 * An empty choice is no wish to run all: a script may have had nothing to put there.
	 */
	static void checkOnly(String property, List<String> only, Collection<String> known, String reason) {
		if (only.isEmpty()) {
			throw new InvalidConfigurationPropertyValueException(property, "",
					reason.substring(0, reason.length() - 1) + "; leave it out to run all.");
		}
		for (String name : only) {
			if (!known.contains(name)) {
				throw new InvalidConfigurationPropertyValueException(property, name, reason);
			}
		}
	}

	static String checkedName(String property, @Nullable String name) {
		if (name == null || !name.matches(NAME_PATTERN)) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"It must be a name of letters, digits, '-', '_' and '.'.");
		}
		return name;
	}

}
