package dev.grpctuning.load.compare.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.env.Environment;

import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.config.LoadProperties;

/**
 * An experiment: the server variants that are compared, and under which load. The names
 * of the groups are no part of the names of the properties, as in {@link LoadProperties}.
 *
 * @param compared The server variants that are compared.
 * @param rounds How often and how long each variant runs.
 * @param measures What is measured, and what decides.
 * @param output What the experiment is called, and where its results go.
 */
public record ExperimentProperties(@Name("") @DefaultValue Compared compared, @Name("") @DefaultValue Rounds rounds,
		@Name("") @DefaultValue Measures measures, @Name("") @DefaultValue Output output) {

	private static final String PREFIX = "experiment";

	/** Binds the properties, and refuses unknown ones. */
	public static ExperimentProperties bind(Environment environment) {
		return LoadProperties.bind(environment, PREFIX, ExperimentProperties.class);
	}

	/**
	 * The server variants that are compared.
	 *
	 * @param variants Server variants to compare, in order.
	 * @param only Names of the variants to run. If not set, all.
	 * @param workloads Workloads in which every variant runs. A variant is compared with
	 * the baseline of its workload.
	 * @param onlyWorkloads Names of the workloads to run. If not set, all.
	 * @param baseline Name of the variant that the others are compared with. If it is not
	 * set or does not run, the first variant that runs.
	 * @param server Settings that the servers of all variants share.
	 */
	@ConfigurationProperties(PREFIX)
	public record Compared(@DefaultValue List<VariantProperties> variants, @Nullable List<String> only,
			@DefaultValue List<WorkloadProperties> workloads, @Nullable List<String> onlyWorkloads,
			@Nullable String baseline, @DefaultValue ServerProperties server) {

	}

	/**
	 * How often and how long each variant runs.
	 *
	 * @param repeat Number of rounds. Each runs every variant once, in changing order.
	 * With two or more, the comparison states which differences are significant. Ignored
	 * with experiment.time.
	 * @param time Time for the whole experiment, instead of a number of rounds. The
	 * experiment ends early as soon as each variant is better, worse or the same within 5
	 * %, and begins no round that would not end in time.
	 * @param seed Seed of the order in which variants take turns. If not set, another one
	 * for each experiment.
	 * @param slices Whether variants take turns in slices of 50 to 500 ms after their
	 * first runs, where loads and servers allow it.
	 * @param control Whether to run the baseline twice per round, as an A/A control, and
	 * report the difference as noise.
	 * @param scale Factor for durations, warm-ups, burst counts and load.total-calls,
	 * above 0 and at most 10. 0.2 makes them a fifth as long. No time becomes shorter
	 * than half a second, and load.warmup-limit not shorter than 1200 ms.
	 */
	@ConfigurationProperties(PREFIX)
	public record Rounds(@DefaultValue("1") int repeat, @Nullable Duration time, @Nullable Long seed,
			@DefaultValue("true") boolean slices, @DefaultValue("true") boolean control,
			@DefaultValue("1") double scale) {

	}

	/**
	 * What is measured, and what decides.
	 *
	 * @param metric Primary metric, by which the experiment is decided. All other metrics
	 * are exploratory. If not set, p99 with experiment.latency-at, recovery or goodput
	 * with experiment.objective, throughput if each answer starts the next call,
	 * otherwise p99.
	 * @param latencyAt Share of the baseline's knee, such as 0.6, at which latencies are
	 * measured with Poisson arrivals, after the closed load that shows the rate. The knee
	 * is the highest rate with a p99 within experiment.objective or, if that is not set,
	 * 50 ms. If not set, latencies are those of load.model.
	 * @param calibration Whether the client first drives a server that does nothing, to
	 * measure its highest rate, its lag and the noise of the machine. Takes some five
	 * seconds.
	 * @param objective Longest response time of a call that counts as goodput. If set,
	 * the answered calls within it are counted and compared, per second.
	 * @param profile Whether to run each variant in three more servers with Java Flight
	 * Recorder. The report then names the methods whose CPU time per call changed. It has
	 * flame graphs of CPU time and allocations, and the difference to the baseline. These
	 * runs do not count.
	 */
	@ConfigurationProperties(PREFIX)
	public record Measures(@Nullable Metric metric, @Nullable Double latencyAt,
			@DefaultValue("true") boolean calibration, @Nullable Duration objective,
			@DefaultValue("false") boolean profile) {

	}

	/**
	 * What the experiment is called, and where its results go.
	 *
	 * @param name Name of the experiment and suffix of its result folder.
	 * @param description Description of what the experiment shows.
	 * @param folder Folder in which each experiment creates a folder for its results.
	 */
	@ConfigurationProperties(PREFIX)
	public record Output(@Nullable String name, @Nullable String description,
			@Name("output") @DefaultValue("lab-results") Path folder) {

	}

	/**
	 * One server variant.
	 *
	 * @param name Name of the variant, unique in the experiment.
	 * @param changes Description of what the variant changes.
	 * @param profile Spring profile of the service.
	 * @param jvmOptions JVM options of the variant, added after those of
	 * experiment.server.
	 * @param properties Properties of the service, applied after those of
	 * experiment.server and of the workload.
	 * @param load Properties of the load that differ for this variant, without the prefix
	 * load. The result then compares server and load together.
	 * @param javaHome JDK that runs the service. If not set, the one of
	 * experiment.server.
	 * @param jar Executable jar of the service. If not set, the one of experiment.server.
	 */
	record VariantProperties(@Nullable String name, @Nullable String changes, @Nullable String profile,
			@DefaultValue List<String> jvmOptions, @DefaultValue Map<String, String> properties,
			@DefaultValue Map<String, String> load, @Nullable Path javaHome, @Nullable Path jar) {

		/** Returns a build with these settings. */
		VariantProperties build(String build, Path builtJar) {
			return new VariantProperties(build, builtJar.getFileName().toString(), this.profile, this.jvmOptions,
					this.properties, this.load, this.javaHome, builtJar);
		}

	}

	/**
	 * One workload.
	 *
	 * @param name Name of the workload, unique in the experiment.
	 * @param changes Description of what is special about the workload.
	 * @param load Properties of the load that differ in this workload, without the prefix
	 * load.
	 * @param properties Properties of the service, applied after those of
	 * experiment.server.
	 */
	record WorkloadProperties(@Nullable String name, @Nullable String changes, @DefaultValue Map<String, String> load,
			@DefaultValue Map<String, String> properties) {
	}

	/**
	 * Settings that all servers share.
	 *
	 * @param mode Source of the server of a run: a new JVM per run (fork), one JVM whose
	 * settings change between runs (retune), or a server that runs already and whose
	 * settings are restored at the end (attach). If not set, retune where variants differ
	 * only in settings that a running server can change, otherwise fork.
	 * @param jar Executable jar of the service.
	 * @param javaHome JDK that runs the service. If not set, the client's own.
	 * @param jvmOptions JVM options of every variant.
	 * @param properties Properties of the service in every variant.
	 * @param startTimeout Maximum wait for a server to start, and for a change of
	 * settings to complete.
	 * @param settle Maximum wait before a run for the CPU usage of the server to settle.
	 * @param address gRPC address of the server to attach to, as host:port.
	 * @param actuator Address of the actuator of the server to attach to, such as
	 * http://localhost:8081/actuator.
	 * @param user User of the service who may change its settings.
	 * @param password Password of that user. If not set, retune generates user and
	 * password.
	 */
	public record ServerProperties(@Nullable Mode mode, @Nullable Path jar, @Nullable Path javaHome,
			@DefaultValue List<String> jvmOptions, @DefaultValue Map<String, String> properties,
			@DefaultValue("60s") Duration startTimeout, @DefaultValue("5s") Duration settle, @Nullable String address,
			@Nullable String actuator, @DefaultValue("admin") String user, @Nullable String password) {

		@Override
		public String toString() {
			// The generated method of a record would print the password.
			return "experiment.server";
		}

	}

	/** Where the server of a run comes from. */
	public enum Mode {

		FORK,

		RETUNE,

		ATTACH

	}

}
