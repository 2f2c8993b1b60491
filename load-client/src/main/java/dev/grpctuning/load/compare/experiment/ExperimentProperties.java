package dev.grpctuning.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * An experiment: which variants of a server are compared under the plan.
 *
 * @param name name of the experiment, part of its result's folder
 * @param description what the experiment is to show
 * @param variants server set-ups to compare, in order
 * @param only names of the variants to run; all if not set
 * @param workloads workloads in each of which every variant runs; a variant is compared
 * with the baseline of its workload
 * @param onlyWorkloads names of the workloads to run; all if not set
 * @param baseline name of the variant that the others are compared with; the first that
 * runs if it is not set or does not run
 * @param repeat rounds in which every variant runs once, in changing order. With two or
 * more it is said which differences are shown
 * @param noise whether the baseline runs twice in each round, and by what it differs from
 * itself is said
 * @param scale by what durations, warm-ups and numbers of turns are longer than they were
 * described, above 0 and at most 10; no time becomes shorter than half a second, and
 * load.warmup-limit not shorter than 1200 ms
 * @param output folder in which each experiment gets a folder for its results
 * @param server what the servers of all variants share
 */
@ConfigurationProperties(prefix = "experiment", ignoreUnknownFields = false)
record ExperimentProperties(@Nullable String name, @Nullable String description,
		@DefaultValue List<VariantProperties> variants, @Nullable List<String> only,
		@DefaultValue List<WorkloadProperties> workloads, @Nullable List<String> onlyWorkloads,
		@Nullable String baseline, @DefaultValue("1") int repeat, @DefaultValue("true") boolean noise,
		@DefaultValue("1") double scale, @DefaultValue("lab-results") Path output,
		@DefaultValue ServerProperties server) {

	/**
	 * One server set-up.
	 *
	 * @param name name of the variant, unique in the experiment
	 * @param changes what the variant changes, for the reader
	 * @param profile Spring profile of the service
	 * @param jvmOptions JVM options after those of experiment.server
	 * @param properties properties of the service after those of experiment.server and of
	 * the workload
	 * @param load properties of the plan that are other ones for this variant, without
	 * load.; what is compared is then both
	 * @param javaHome JDK that runs the service; that of experiment.server if not set
	 */
	record VariantProperties(@Nullable String name, @Nullable String changes, @Nullable String profile,
			@DefaultValue List<String> jvmOptions, @DefaultValue Map<String, String> properties,
			@DefaultValue Map<String, String> load, @Nullable Path javaHome) {
	}

	/**
	 * One workload.
	 *
	 * @param name name of the workload, unique in the experiment
	 * @param changes what is special about the workload, for the reader
	 * @param load properties of the plan that are other ones in this workload, without
	 * load.
	 * @param properties properties of the service after those of experiment.server
	 */
	record WorkloadProperties(@Nullable String name, @Nullable String changes, @DefaultValue Map<String, String> load,
			@DefaultValue Map<String, String> properties) {
	}

	/**
	 * What all servers share.
	 *
	 * @param mode where the server of a run comes from: a fresh JVM for each run (fork),
	 * one JVM whose tuning is changed for each (retune), or a server that runs already
	 * and gets back in the end what it had (attach)
	 * @param jar executable jar of the service
	 * @param javaHome JDK that runs the service; the client's own if not set
	 * @param jvmOptions JVM options of every variant
	 * @param properties properties of the service in every variant
	 * @param startTimeout longest wait for a server to be up, and for a change to be
	 * complete
	 * @param settle longest wait, before a run, for the CPU use of the server to calm
	 * @param address gRPC address of the server to attach to, as host:port
	 * @param actuator address of its actuator, such as http://localhost:8081/actuator
	 * @param user user of the service who may change its tuning
	 * @param password password of that user; with retune one is made up if it is not set
	 */
	record ServerProperties(@DefaultValue("fork") Mode mode, @Nullable Path jar, @Nullable Path javaHome,
			@DefaultValue List<String> jvmOptions, @DefaultValue Map<String, String> properties,
			@DefaultValue("60s") Duration startTimeout, @DefaultValue("5s") Duration settle, @Nullable String address,
			@Nullable String actuator, @DefaultValue("admin") String user, @Nullable String password) {

		@Override
		public String toString() {
			// That of a record would have the password.
			return "experiment.server";
		}

	}

	/**
	 * Where the server of a run comes from.
	 */
	enum Mode {

		/**
		 * A fresh JVM for each run.
		 */
		FORK,

		/**
		 * One JVM for all runs.
		 */
		RETUNE,

		/**
		 * A server that runs already.
		 */
		ATTACH

	}

}
