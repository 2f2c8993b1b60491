package dev.grpctuning.load.tune.result;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.result.TrialText;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.text.Display;
import dev.grpctuning.load.tune.RoundTrial;
import dev.grpctuning.load.tune.TuneListener;
import dev.grpctuning.load.tune.TunePlan;
import dev.grpctuning.load.tune.TuneScore;
import dev.grpctuning.load.tune.search.Candidate;

/**
 * Shows how the search for better knobs gets on: each trial, each score, each run of a
 * round.
 */
public final class TuneDisplay implements TuneListener {

	private final PrintStream out;

	private final boolean quiet;

	private int begun;

	private int confirmed;

	private int toConfirm;

	public TuneDisplay(TunePlan plan, String objective, boolean quiet, PrintStream out) {
		this.quiet = quiet;
		this.out = out;
		print("tune: the highest rate with %s, from what variant %s is configured to; about %s", objective,
				plan.configured().name(), Display.about(plan.time()));
	}

	private void print(String format, @Nullable Object... values) {
		if (!this.quiet) {
			this.out.println(String.format(Locale.ROOT, format, values));
		}
	}

	@Override
	public void planned(int candidates, int all, Duration left) {
		print("%d of %d candidates, which will take about %s", candidates, all, Display.about(left));
	}

	@Override
	public void unchangeable(String reason) {
		print("  each candidate has a server of its own: %s", reason);
	}

	@Override
	public void started(Candidate candidate, int rung) {
		this.begun++;
		print("[%d] rung %d: %s", this.begun, rung + 1, candidate.text());
	}

	@Override
	public void tried(Trial trial) {
		print("%s", TrialText.of(trial));
	}

	@Override
	public void scored(TuneScore score) {
		print("  %s", (score.knee() != null)
				? ((score.rate() > 0) ? Figures.rate(score.rate()) + "/s" : "no rate at which the objective held")
				: score.reason());
	}

	@Override
	public void checking(Candidate candidate, double rate) {
		print("does %s hold %s/s for as long as in a round?", candidate.text(), Figures.rate(rate));
	}

	@Override
	public void confirming(int candidates, double rate, int rounds) {
		this.confirmed = 0;
		this.toConfirm = candidates * rounds;
		print("%d rounds of %d at %s/s", rounds, candidates, Figures.rate(rate));
	}

	@Override
	public void ran(RoundTrial run) {
		Trial trial = run.trial();
		String said = (trial != null) ? TrialText.of(trial).strip() : run.reason();
		if (run.round() == 0) {
			print("  %s", said);
			return;
		}
		this.confirmed++;
		print("[%d/%d] %s, round %d: %s", this.confirmed, this.toConfirm, run.candidate().text(), run.round(), said);
	}

}
