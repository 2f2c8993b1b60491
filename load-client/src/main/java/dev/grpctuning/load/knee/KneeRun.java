package dev.grpctuning.load.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.search.Knee;
import dev.grpctuning.load.search.KneeSearch;
import dev.grpctuning.load.search.KneeSettings;
import dev.grpctuning.load.server.ServerStartException;

/**
 * Searches for the knees of variants, one after the other, each at a server of its own. A
 * variant whose server does not start is a result; the next one follows.
 */
public final class KneeRun {

	private final KneePlan plan;

	private final TrialContext context;

	private final KneeListener listener;

	/**
	 * Prepares a search.
	 * @param plan what to search for
	 * @param channels opens the channels of each trial
	 * @param judge says whether the objective held
	 * @param listener told how it gets on
	 */
	public KneeRun(KneePlan plan, ChannelsFactory channels, TrialJudge judge, KneeListener listener) {
		this.plan = plan;
		this.context = new TrialContext(channels, judge, new CurrentRun());
		this.listener = listener;
	}

	/**
	 * Searches for all knees, or those that come before {@link #interrupt()}.
	 * @param results given what came of each variant, as soon as it is known: before its
	 * server ends, which may fail
	 * @throws IOException if a server's process or files cannot be made, or its logs not
	 * be written or read
	 */
	public void run(Consumer<KneeResult> results) throws IOException {
		for (Variant variant : this.plan.variants()) {
			this.listener.started(variant);
			List<Trial> trials = new ArrayList<>();
			try (TrialServer server = new TrialServer(this.plan.setup(), variant, null,
					this.plan.directory().resolve(variant.name()), this.plan.trials(), this.context)) {
				KneeResult result = run(variant, server, trials, results);
				if (result.ended() != Ended.INTERRUPTED || !trials.isEmpty()) {
					tell(result, results);
				}
				if (result.ended() == Ended.INTERRUPTED) {
					return;
				}
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
		this.context.current().interrupt();
	}

	private KneeResult run(Variant variant, TrialServer server, List<Trial> trials, Consumer<KneeResult> results)
			throws IOException {
		try {
			LoadResult warmUp = server.start();
			String useless = useless(warmUp);
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

	/**
	 * Why there is nothing to search for.
	 * @return what the calls of the warm-up were answered, or {@code null} if they were
	 * answered well
	 */
	static @Nullable String useless(LoadResult warmUp) {
		if (warmUp.counts().ok() != 0) {
			return null;
		}
		return warmUp.counts()
			.failed()
			.keySet()
			.stream()
			.findFirst()
			.map((status) -> "no call of the warm-up was answered: " + status + ": "
					+ warmUp.firstFailures().getOrDefault(status, "").replaceAll("\\s+", " "))
			.orElse("no call of the warm-up was answered");
	}

}
