package dev.grpctuning.load.knee;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialPlan;
import dev.grpctuning.load.search.TrialServer;

/** A variant while its knee is searched for, with its server. */
final class Searched {

	private final Variant variant;

	private final TrialServer server;

	private final boolean named;

	private final List<Trial> trials = new ArrayList<>();

	private @Nullable KneeSearch search;

	Searched(Variant variant, TrialServer server, boolean named) {
		this.variant = variant;
		this.server = server;
		this.named = named;
	}

	/** Starts the server and warms it up. */
	void begin(TrialPlan.Limits limits) throws IOException, InterruptedException {
		this.search = new KneeSearch(KneeSearch.Settings.from(limits.start(this.server.become(this.variant)), limits));
	}

	String name() {
		return this.variant.name();
	}

	TrialServer server() {
		return this.server;
	}

	KneeSearch search() {
		return Objects.requireNonNull(this.search);
	}

	List<Trial> trials() {
		return this.trials;
	}

	void add(Trial trial) {
		this.trials.add(trial);
		search().add(trial.callsPerSecond(), trial.outcome());
	}

	String line(Trial trial) {
		return this.named ? trial.text() + "  (" + this.variant.name() + ")" : trial.text();
	}

	KneeResult result(Ended ended, @Nullable String reason) {
		return KneeResult.of(this.variant, ended, reason, this.trials.isEmpty() ? null : search().knee(), this.trials);
	}

}
