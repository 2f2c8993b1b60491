package dev.grpctuning.load.knee;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.grpctuning.load.compare.Ended;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.servers.RunDriver;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.KneeSettings;
import dev.grpctuning.load.search.SearchLimits;
import dev.grpctuning.load.search.Trial;
import dev.grpctuning.load.search.TrialJudge;
import dev.grpctuning.load.search.TrialServer;
import dev.grpctuning.load.server.process.ServerStartException;

/**
 * Searches for the knees of variants, one after the other, each at a server of its own. A
 * variant whose server does not start is a result; the next one follows.
 */
public final class KneeRun {

	private final KneePlan plan;

	private final TrialJudge judge;

	private final RunDriver driver;

	private final KneeListener listener;

	public KneeRun(KneePlan plan, ChannelsFactory channels, TrialJudge judge, KneeListener listener) {
		this.plan = plan;
		this.judge = judge;
		this.driver = new RunDriver(channels, plan.setup().connectTimeout());
		this.listener = listener;
	}

	/**
	 * Searches for all knees, or those that come before {@link #interrupt()}.
	 * @throws IOException if a server's process or files cannot be made, or its logs not
	 * be written or read
	 */
	public void run(Consumer<KneeResult> results) throws IOException {
		for (Variant variant : this.plan.variants()) {
			this.listener.started(variant);
			List<Trial> trials = new ArrayList<>();
			try (TrialServer server = new TrialServer(this.plan.setup(), variant, null,
					this.plan.directory().resolve(variant.name()), this.plan.trials(), this.judge, this.driver)) {
				KneeResult result = run(variant, server, trials, results);
				if (result.ended() != Ended.INTERRUPTED || !trials.isEmpty()) {
					tell(result, results);
				}
				if (result.ended() == Ended.INTERRUPTED) {
					return;
				}
			}
			finally {
				this.driver.end();
			}
		}
	}

	private void tell(KneeResult result, Consumer<KneeResult> results) {
		this.listener.ended(result);
		results.accept(result);
	}

	/**
	 * Ends the search soon: the trial under way is given up, and no further one begins.
	 * May be called from any thread.
	 */
	public void interrupt() {
		this.driver.interrupt();
	}

	private KneeResult run(Variant variant, TrialServer server, List<Trial> trials, Consumer<KneeResult> results)
			throws IOException {
		try {
			LoadResult warmUp = server.start();
			String useless = TrialServer.useless(warmUp);
			return (useless != null) ? new KneeResult(variant, Ended.EXITED, useless, null, trials)
					: new KneeResult(variant, Ended.COMPLETED, null, search(server, warmUp, trials), trials);
		}
		catch (InterruptedException ex) {
			return new KneeResult(variant, Ended.INTERRUPTED, null, null, trials);
		}
		catch (ServerStartException ex) {
			return new KneeResult(variant, Ended.EXITED, ex.getMessage(), null, trials);
		}
		catch (IOException ex) {
			tell(new KneeResult(variant, Ended.EXITED, ex.toString(), null, trials), results);
			throw ex;
		}
	}

	private Knee search(TrialServer server, LoadResult warmUp, List<Trial> trials)
			throws IOException, InterruptedException {
		SearchLimits limits = this.plan.limits();
		return new KneeSearch(KneeSettings.confirmed(limits.start(warmUp), limits.highest(), limits.precision()),
				(rate) -> {
					Trial trial = server.at(this.plan.trials(), rate);
					trials.add(trial);
					this.listener.tried(trial);
					return trial.judgement().outcome();
				})
			.search();
	}

}
