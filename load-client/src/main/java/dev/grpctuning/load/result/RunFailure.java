package dev.grpctuning.load.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.stats.Figures;

/**
 * Why a run itself failed: its plan was not carried out, or its server was lost before
 * the end. Calls that fail while others are answered to the end are a result.
 */
public final class RunFailure {

	private RunFailure() {
	}

	static @Nullable String of(@Nullable String target, LoadPlan plan, LoadResult load) {
		StopReason stoppedBy = load.stoppedBy();
		if (plan.endless() || stoppedBy == StopReason.INTERRUPTED || stoppedBy == StopReason.SERVER_GONE) {
			return null;
		}
		if (stoppedBy == StopReason.TIMEOUT) {
			return String.format(Locale.ROOT, "load.timeout (%.1f s) was over before the plan was; %s",
					plan.timeout().toNanos() / 1e9, calls(load.counts()));
		}
		if (stoppedBy == StopReason.UNIMPLEMENTED) {
			return unimplemented((target != null) ? target : "the server", plan, load);
		}
		if (stoppedBy == StopReason.REPLAY_CHANGED) {
			return "load.replay.file was changed, or could not be read any more, while the run read it; "
					+ "leave it alone until the run is over; " + calls(load.counts());
		}
		return unanswered(plan, load);
	}

	private static String unimplemented(String target, LoadPlan plan, LoadResult load) {
		String said = load.firstFailures().getOrDefault("UNIMPLEMENTED", "");
		return String.format(Locale.ROOT,
				"%s does not have %s: it has answered nothing but UNIMPLEMENTED%s; check load.call and load.target; %s",
				target, plan.call().callee().method(), said.isEmpty() ? "" : " (" + said + ")",
				(load.counts().started() != 0) ? calls(load.counts()) : "no call counts, the warm-up was not over");
	}

	/** Judges a run by its calls; {@code null} if they were answered to the end. */
	public static @Nullable String unanswered(LoadPlan plan, LoadResult load) {
		if (!load.counts().anyAsPlanned()) {
			return "no call was answered; " + calls(load.counts());
		}
		Double silent = load.silentSeconds();
		// A server may leave all calls unanswered for the last tenth of the plan.
		if (silent == null || silent < Math.clamp(0.1 * plan.model().duration().toNanos() / 1e9, 1, 10)) {
			return null;
		}
		// The client does not see an answer after the deadline.
		String what = load.counts().failed().containsKey("DEADLINE_EXCEEDED")
				? "no call was answered within its deadline in the last %.1f s in which calls were due; %s"
				: "the server has stopped answering, %.1f s before the last call was due; %s";
		return String.format(Locale.ROOT, what, silent, calls(load.counts()));
	}

	public static String gone(Counts counts, String reason) {
		return "the server has gone, " + reason + "; " + calls(counts);
	}

	private static String calls(Counts counts) {
		List<String> parts = new ArrayList<>();
		parts.add(Figures.count(counts.ok()) + " answered");
		counts.failed().forEach((status, count) -> parts.add(Figures.count(count) + " " + status));
		if (counts.cancelled() != 0) {
			parts.add(Figures.count(counts.cancelled()) + " cancelled");
		}
		parts.add(Figures.count(counts.unfinished()) + " unfinished");
		return Figures.count(counts.started()) + " calls sent: " + String.join(", ", parts);
	}

}
