package dev.grpctuning.load.result;

import java.util.Locale;
import java.util.Map;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.template.Templates;

/**
 * Why a run itself failed: its plan was not carried out, or its server was lost before
 * the end. Calls that fail while others are answered to the end are a result.
 */
public final class RunFailure {

	private RunFailure() {
	}

	static @Nullable String of(@Nullable String target, LoadPlan plan, MeasuredLoad measured) {
		LoadResult load = measured.result();
		StopReason stoppedBy = load.stoppedBy();
		if (plan.endless() || stoppedBy == StopReason.INTERRUPTED || stoppedBy == StopReason.SERVER_GONE) {
			return null;
		}
		if (stoppedBy == StopReason.TIMEOUT) {
			return text(Cause.TIMEOUT, plan.timeout().toNanos() / 1e9, load.counts());
		}
		if (stoppedBy == StopReason.UNIMPLEMENTED) {
			StatusCalls calls = load.statuses().get("UNIMPLEMENTED");
			return Templates.line("failure", new View(Cause.UNIMPLEMENTED, load.counts(), target,
					plan.call().callee().method(), (calls != null) ? calls.messages().getFirst().message() : "", ""));
		}
		return (stoppedBy == StopReason.REPLAY_CHANGED) ? text(Cause.REPLAY_CHANGED, 0, load.counts())
				: unanswered(plan, measured);
	}

	/** Judges a run by its calls; {@code null} if they were answered to the end. */
	public static @Nullable String unanswered(LoadPlan plan, MeasuredLoad measured) {
		LoadResult load = measured.result();
		if (!load.counts().anyAsPlanned()) {
			String answer = answer(load.counts());
			return (answer != null)
					? Templates.line("failure", new View(Cause.ERRORS, load.counts(), null, "", answer, ""))
					: text(Cause.UNANSWERED, 0, load.counts());
		}
		Double silent = measured.silentSeconds();
		// The run may end long before its duration, and a slow client after it.
		double sending = Math.min(plan.model().duration().toNanos() / 1e9, load.rate().windowSeconds());
		// A server may leave all calls unanswered for the last tenth of this time.
		if (silent == null || silent < Math.clamp(0.1 * sending, 1, 10)) {
			return null;
		}
		// The client does not see an answer after the deadline.
		return text(load.counts().failed().containsKey("DEADLINE_EXCEEDED") ? Cause.TOO_LATE : Cause.SILENT, silent,
				load.counts());
	}

	/** The status with which the server itself ended most calls, {@code null} if none. */
	private static @Nullable String answer(Counts counts) {
		return counts.failed()
			.entrySet()
			.stream()
			.filter((failed) -> !CallSettings.LOST.contains(Status.Code.valueOf(failed.getKey())))
			.max(Map.Entry.comparingByValue())
			.map(Map.Entry::getKey)
			.orElse(null);
	}

	public static String gone(Counts counts, String reason) {
		return Templates.line("failure", new View(Cause.GONE, counts, null, "", reason, ""));
	}

	private static String text(Cause cause, double seconds, Counts counts) {
		return Templates.line("failure",
				new View(cause, counts, null, "", "", String.format(Locale.ROOT, "%.1f", seconds)));
	}

	private enum Cause {

		TIMEOUT, UNIMPLEMENTED, REPLAY_CHANGED, UNANSWERED, ERRORS, TOO_LATE, SILENT, GONE

	}

	private record View(Cause cause, Counts counts, @Nullable String target, String method, String message,
			String seconds) {

		boolean warmingUp() {
			return this.cause == Cause.UNIMPLEMENTED && this.counts.started() == 0;
		}
	}

}
