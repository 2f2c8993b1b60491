package dev.grpctuning.load.search;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunServers;

/** What is searched for, and where: the part of a plan that all searches have. */
public record SearchPlan(ServerSetup setup, Objective objective, TrialPlan trials, TrialPlan.Limits limits,
		Instant startedAt, Path directory) {

	/** A search of which all servers have the settings of a variant. */
	public SearchPlan at(Variant variant, Duration trial) {
		return new SearchPlan(this.setup.with(variant), this.objective, this.trials.withLength(trial), this.limits,
				this.startedAt, this.directory);
	}

	/**
	 * A server at which rates are tried.
	 * @param folder name of the folder for logs of servers that are not kept
	 */
	public TrialServer server(RunServers servers, String folder, RunDriver driver) {
		return new TrialServer(servers, this.setup, this.directory.resolve(folder), this.trials, this.objective,
				driver);
	}

}
