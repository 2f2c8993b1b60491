package dev.grpctuning.load.compare.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.Mode;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.ServerProperties;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.VariantProperties;
import dev.grpctuning.load.compare.experiment.ExperimentProperties.WorkloadProperties;
import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.config.LoadRebinding;
import dev.grpctuning.load.config.PlanScale;
import dev.grpctuning.load.config.PropertyCheck;
import dev.grpctuning.load.engine.SlicedLoad;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.service.FastStart;
import dev.grpctuning.load.service.ListenProperties;

/** Creates an experiment from its properties, or throws for the first that is wrong. */
@Component
public record ExperimentFactory(LoadProperties load, ExperimentProperties properties,
		ConfigurableEnvironment environment) {

	private static final DateTimeFormatter FOLDER_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

	/** Names become names of folders. */
	private static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]*";

	private static final int MOST_ROUNDS = 1000;

	/** Name of the first of two builds. */
	public static final String OLD = "old";

	/** Name of the second of two builds. */
	public static final String NEW = "new";

	/** Response times are recorded from here to {@link #LONGEST_OBJECTIVE}. */
	private static final Duration SHORTEST_OBJECTIVE = Duration.ofNanos(1000);

	private static final Duration LONGEST_OBJECTIVE = Duration.ofHours(1);

	private static final String LOAD = "load";

	private static final List<String> NOT_OF_A_PLAN = List.of("load.target", "load.connect-timeout", "load.start-at",
			"load.until", "load.output", "load.histogram", "load.format", "load.quiet", "load.thresholds");

	public Experiment create(Instant startedAt) {
		return create(startedAt, this.properties.compared().variants());
	}

	/**
	 * Creates an experiment with two builds of a service, as {@link #OLD} and
	 * {@link #NEW}, with the settings of the only variant that the properties have.
	 */
	public Experiment ofBuilds(Instant startedAt, Path before, Path after) {
		List<VariantProperties> given = this.properties.compared().variants();
		PropertyCheck.that(given.size() <= 1 && given.stream().allMatch((variant) -> variant.load().isEmpty()),
				"experiment.variants",
				String.join(",", given.stream().map((variant) -> String.valueOf(variant.name())).toList()),
				"It must list one variant without a load, or none: ab runs it with both jars.");
		VariantProperties shared = given.isEmpty()
				? new VariantProperties(null, null, null, List.of(), Map.of(), Map.of(), null, null) : given.getFirst();
		return create(startedAt, List.of(shared.build(OLD, before), shared.build(NEW, after)));
	}

	private Experiment create(Instant startedAt, List<VariantProperties> given) {
		String name = checkedName("experiment.name", this.properties.output().name());
		int repeat = this.properties.rounds().repeat();
		PropertyCheck.range("experiment.repeat", repeat, 1, MOST_ROUNDS);
		Duration time = this.properties.rounds().time();
		if (time != null) {
			PropertyCheck.positive("experiment.time", time);
		}
		PlanScale scale = new PlanScale(this.properties.rounds().scale());
		List<Variant> selected = selected(given);
		String baseline = baseline(given, selected).name();
		List<Variant> crossed = cross(selected, scale);
		Duration objective = objective();
		LoadPlan plan = plan("the experiment", Map.of(), scale);
		LatencyLoad latency = LatencyLoad.of(this.properties.measures(), this.load,
				crossed.stream().map((variant) -> variant.planOr(plan)).toList());
		Long seed = this.properties.rounds().seed();
		boolean several = time != null || repeat != 1;
		List<Variant> all = (selected.size() > 1 || several) ? withNoise(crossed, baseline) : crossed;
		Experiment.Rounds rounds = new Experiment.Rounds(repeat, time, (seed != null) ? seed : startedAt.toEpochMilli(),
				several && mayTakeTurns(all, plan));
		return new Experiment(name, this.properties.output().description(), plan,
				(this.properties.compared().server().mode() != Mode.ATTACH) ? setup(jar(selected))
						: setup(Path.of(""), Path.of(""), List.of()),
				all, baseline, directory(startedAt, name), scale.factor(), null, rounds,
				new Experiment.Measures(this.properties.measures().metric(), latency, objective, profile()));
	}

	/** Whether each workload has several variants, and loads that may be sliced. */
	private boolean mayTakeTurns(List<Variant> all, LoadPlan plan) {
		return this.properties.rounds().slices()
				&& all.size() >= 2
						* all.stream().map((variant) -> Optional.ofNullable(variant.workload())).distinct().count()
				&& all.stream().allMatch((variant) -> SlicedLoad.canDrive(variant.planOr(plan).model()));
	}

	private LoadPlan plan(String whose, Map<String, Object> own, PlanScale scale) {
		Duration objective = this.properties.measures().objective();
		if (own.isEmpty() && scale.none()) {
			return new LoadPlans(this.load).forExperiment(objective);
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

	/** Reads {@code load} of a list's element from the first source that has the list. */
	private Map<String, Object> own(String list, int index) {
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
						checkOfPlan(property);
						own.put(property.toString(), OriginTrackedValue.of(value.getValue(), value.getOrigin()));
					}
				});
				return own;
			}
		}
		return own;
	}

	private static void checkOfPlan(ConfigurationPropertyName property) {
		if (NOT_OF_A_PLAN.stream().map(ConfigurationPropertyName::of).anyMatch(property::equals)) {
			throw new UsageException("%s: cannot be set for a workload or a variant; set it for the whole experiment."
				.formatted(property));
		}
	}

	/** Puts every variant into every workload, with the plan that is driven there. */
	private List<Variant> cross(List<Variant> variants, PlanScale scale) {
		List<WorkloadProperties> given = this.properties.compared().workloads();
		List<String> only = this.properties.compared().onlyWorkloads();
		if (given.isEmpty()) {
			PropertyCheck.that(only == null, "experiment.only-workloads", (only != null) ? String.join(",", only) : "",
					"It must be left out: the experiment has no workloads.");
			return variants.stream().map((variant) -> in(null, Map.of(), variant, scale)).toList();
		}
		List<String> names = checkedNames("experiment.workloads",
				given.stream().<@Nullable String>map(WorkloadProperties::name).toList());
		List<Variant> crossed = new ArrayList<>();
		for (int i : selected("experiment.only-workloads", only, "workloads", names)) {
			Map<String, Object> own = own("experiment.workloads", i);
			Variant.Workload workload = new Variant.Workload(names.get(i), given.get(i).changes(),
					given.get(i).properties(), plan("workload " + names.get(i), own, scale));
			variants.forEach((variant) -> crossed.add(in(workload, own, variant, scale)));
		}
		return crossed;
	}

	private Variant in(Variant.@Nullable Workload workload, Map<String, Object> workloadLoad, Variant variant,
			PlanScale scale) {
		Map<String, String> server = new LinkedHashMap<>((workload != null) ? workload.properties() : Map.of());
		server.putAll(variant.properties());
		// A build is none of the variants that are given, and has no load of its own.
		Map<String, Object> own = IntStream.range(0, this.properties.compared().variants().size())
			.filter((i) -> variant.name().equals(this.properties.compared().variants().get(i).name()))
			.mapToObj((i) -> own("experiment.variants", i))
			.findFirst()
			.orElse(Map.of());
		Map<String, Object> both = new LinkedHashMap<>(workloadLoad);
		both.putAll(own);
		return new Variant(variant.name(), variant.changes(), variant.profile(), variant.jvmOptions(), server,
				variant.javaHome(), workload, own.isEmpty() ? null : plan("variant " + variant.name(), both, scale),
				variant.jar());
	}

	private boolean profile() {
		PropertyCheck.that(
				!this.properties.measures().profile() || this.properties.compared().server().mode() != Mode.ATTACH,
				"experiment.profile", this.properties.measures().profile(),
				"It must be left out if experiment.server.mode is attach: a server is profiled from its start.");
		return this.properties.measures().profile();
	}

	private @Nullable Duration objective() {
		Duration objective = this.properties.measures().objective();
		PropertyCheck.that(objective == null
				|| (objective.compareTo(SHORTEST_OBJECTIVE) >= 0 && objective.compareTo(LONGEST_OBJECTIVE) <= 0),
				"experiment.objective", objective, "It must be from 1us to 1h, such as 100ms.");
		return objective;
	}

	/** Adds an A/A control if several variants are compared and noise is shown. */
	public List<Variant> withNoise(List<Variant> variants) {
		return (variants.size() > 1) ? withNoise(variants, baseline(variants).name()) : variants;
	}

	/** Adds an A/A control to each workload, which shows the machine's noise. */
	private List<Variant> withNoise(List<Variant> variants, String baseline) {
		if (!this.properties.rounds().control()) {
			return variants;
		}
		String control = Stream.iterate(baseline + "-control", (name) -> name + "-control")
			.filter((name) -> variants.stream().noneMatch((variant) -> variant.name().equals(name)))
			.findFirst()
			.orElseThrow();
		return Stream
			.concat(variants.stream(),
					variants.stream()
						.filter((variant) -> variant.name().equals(baseline))
						.map((variant) -> variant.control(control)))
			.toList();
	}

	/** The variants whose rates are searched for, without those that show the noise. */
	public List<Variant> searched(CommandName command) {
		if (this.properties.compared().server().mode() == Mode.ATTACH) {
			throw new UsageException("experiment.server.mode: %s starts servers of its own; use fork, or leave it out."
				.formatted(command));
		}
		if (!this.properties.compared().workloads().isEmpty()) {
			throw new UsageException(
					"experiment.workloads: %s uses one load for all variants, that of load.*; use an experiment without workloads."
						.formatted(command));
		}
		List<Variant> selected = selected(this.properties.compared().variants());
		List<String> names = selected.stream().map(Variant::name).toList();
		this.properties.compared().variants().forEach((variant) -> {
			if (names.contains(variant.name()) && !variant.load().isEmpty()) {
				throw new UsageException(
						"variant %s: %s uses one load for all variants, that of load.*; leave its load out."
							.formatted(variant.name(), command));
			}
		});
		return selected;
	}

	public Variant baseline(List<Variant> variants) {
		return baseline(this.properties.compared().variants(), variants);
	}

	private Variant baseline(List<VariantProperties> given, List<Variant> variants) {
		String name = this.properties.compared().baseline();
		List<@Nullable String> names = given.stream().<@Nullable String>map(VariantProperties::name).toList();
		PropertyCheck.that(name == null || names.contains(name), "experiment.baseline", name,
				"It must name a variant: %s.".formatted(StringUtils.collectionToDelimitedString(names, ", ")));
		return variants.stream()
			.filter((variant) -> variant.name().equals(name))
			.findFirst()
			.orElse(variants.getFirst());
	}

	public Path directory(Instant startedAt, String name) {
		return this.properties.output()
			.folder()
			.resolve(FOLDER_TIME.format(startedAt.atZone(ZoneId.systemDefault())) + "-" + name)
			.toAbsolutePath();
	}

	public ServerSetup setup() {
		return setup(this.properties.compared().server().jar());
	}

	/** Jar for variants without one, or the first variant's if each has its own. */
	private @Nullable Path jar(List<Variant> variants) {
		boolean own = variants.stream().allMatch((variant) -> variant.jar() != null);
		return own ? variants.getFirst().jar() : this.properties.compared().server().jar();
	}

	private ServerSetup setup(@Nullable Path jar) {
		ServerProperties server = this.properties.compared().server();
		if (jar == null || !Files.isRegularFile(jar)) {
			throw new InvalidConfigurationPropertyValueException("experiment.server.jar", jar,
					"It must be an executable jar with the service to compare; ./lab names that of hello-service.");
		}
		ListenProperties.check("experiment.server.jar", jar);
		Path javaHome = (server.javaHome() != null) ? server.javaHome() : Path.of(System.getProperty("java.home"));
		checkJavaHome("experiment.server.java-home", javaHome);
		return setup(jar.toAbsolutePath(), javaHome, server.jvmOptions());
	}

	private ServerSetup setup(Path jar, Path javaHome, List<String> jvmOptions) {
		ServerProperties server = this.properties.compared().server();
		PropertyCheck.positive("experiment.server.start-timeout", server.startTimeout());
		return new ServerSetup(jar, javaHome, jvmOptions, server.properties(), server.startTimeout(),
				this.load.server().connectTimeout());
	}

	private static void checkJavaHome(String property, @Nullable Path home) {
		PropertyCheck.that(home == null || Files.isExecutable(home.resolve("bin").resolve("java")), property, home,
				"It must be the folder of a JDK, with bin/java in it.");
	}

	private List<Variant> selected(List<VariantProperties> given) {
		PropertyCheck.that(!given.isEmpty(), "experiment.variants", null,
				"It must list one variant or more, each with a name.");
		List<String> names = checkedNames("experiment.variants",
				given.stream().<@Nullable String>map(VariantProperties::name).toList());
		for (int i = 0; i < given.size(); i++) {
			checkJavaHome("experiment.variants[" + i + "].java-home", given.get(i).javaHome());
		}
		return selected("experiment.only", this.properties.compared().only(), "variants", names).stream()
			.map((i) -> new Variant(names.get(i), given.get(i).changes(), given.get(i).profile(),
					given.get(i).jvmOptions(), given.get(i).properties(), given.get(i).javaHome(), null, null,
					jar(i, given.get(i).jar())))
			.toList();
	}

	private static @Nullable Path jar(int variant, @Nullable Path jar) {
		if (jar == null) {
			return null;
		}
		FastStart.giveUp();
		return ServiceJar.of("experiment.variants[%d].jar".formatted(variant), jar);
	}

	/** Indexes of the selected names. A script may have had nothing to select. */
	private static List<Integer> selected(String property, @Nullable List<String> only, String kind,
			List<String> known) {
		String reason = "It must name %s of the experiment: %s".formatted(kind, String.join(", ", known));
		PropertyCheck.that(only == null || !only.isEmpty(), property, "", reason + "; leave it out to run all.");
		for (String name : (only != null) ? only : List.<String>of()) {
			PropertyCheck.that(known.contains(name), property, name, reason + ".");
		}
		return IntStream.range(0, known.size())
			.filter((i) -> only == null || only.contains(known.get(i)))
			.boxed()
			.toList();
	}

	private static List<String> checkedNames(String list, List<@Nullable String> given) {
		List<String> names = new ArrayList<>();
		for (@Nullable
		String each : given) {
			String property = "%s[%d].name".formatted(list, names.size());
			String name = checkedName(property, each);
			PropertyCheck.that(!names.contains(name), property, name, "It must be unique in %s.".formatted(list));
			names.add(name);
		}
		return names;
	}

	private static String checkedName(String property, @Nullable String name) {
		if (name == null || !name.matches(NAME_PATTERN)) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"It must be a name of letters, digits, '-', '_' and '.'.");
		}
		return name;
	}

}
