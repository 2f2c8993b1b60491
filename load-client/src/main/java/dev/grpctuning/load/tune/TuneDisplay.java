package dev.grpctuning.load.tune;

import java.io.PrintStream;
import java.time.Duration;

import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.result.RoundTrial;
import dev.grpctuning.load.tune.result.TuneScore;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * Shows the progress of a search for better knobs: each trial, each score, each run of a
 * round.
 */
final class TuneDisplay {

	private final Display display;

	private int confirmed;

	private int toConfirm;

	TuneDisplay(TunePlan plan, boolean quiet, PrintStream out) {
		this.display = new Display("running", quiet, out);
		this.display.print("tune: the highest rate with %s, from what variant %s is configured to; about %s",
				String.join(", ", plan.objective().texts()), plan.configured().name(), Display.about(plan.time()));
	}

	void planned(int candidates, int all, Duration left) {
		this.display.print("%d of %d candidates, which will take about %s", candidates, all, Display.about(left));
	}

	void unchangeable(String reason) {
		this.display.print("  each candidate has a server of its own: %s", reason);
	}

	void started(Candidate candidate, int rung) {
		this.display.begin(null, "rung %d: %s", rung + 1, candidate.text());
	}

	void tried(Trial trial) {
		this.display.print("%s", trial.text());
	}

	void scored(TuneScore score) {
		if (score.knee() == null) {
			this.display.print("  %s", score.reason());
		}
		else {
			this.display.print("  %s", score.knee().found() ? Figures.rate(score.callsPerSecond()) + "/s"
					: "no rate at which the objective held");
		}
	}

	void checking(Candidate candidate, double rate) {
		this.display.print("does %s hold %s/s for as long as in a round?", candidate.text(), Figures.rate(rate));
	}

	void confirming(int candidates, double rate, int rounds) {
		this.confirmed = 0;
		this.toConfirm = candidates * rounds;
		this.display.print("%d rounds of %d at %s/s", rounds, candidates, Figures.rate(rate));
	}

	void ran(RoundTrial run) {
		String said = (run.trial() != null) ? run.trial().text().strip() : run.reason();
		if (run.round() == 0) {
			this.display.print("  %s", said);
			return;
		}
		this.confirmed++;
		this.display.print("[%d/%d] %s, round %d: %s", this.confirmed, this.toConfirm, run.text(), run.round(), said);
	}

}
