package dev.grpctuning.load.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.diagnosis.TailDocument;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StatusCalls.MessageCount;
import dev.grpctuning.load.pressure.TailCause;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.stats.Figures;
import dev.grpctuning.load.template.Templates;

/** A run's plan, bursts and protocol errors in words. */
public final class RunWords {

	public static final String PROTOCOL_ERRORS = "protocol errors";

	/** A server may have put a number of its own into each. */
	private static final int SHOWN_MESSAGES = 3;

	private RunWords() {
	}

	public static String plan(PlanDocument plan) {
		return plan(plan, List.of(plan.call()));
	}

	/** A plan of which some runs send other calls. */
	public static String plan(PlanDocument plan, List<PlanDocument.Call> calls) {
		PlanDocument.Burst burst = plan.burst();
		boolean one = burst != null && burst.count() != null && burst.count() == 1;
		PlanView view = new PlanView(plan,
				calls.stream()
					.map((call) -> new Called(call.method(), (call.hello() != null) ? call.hello().codec() : null))
					.distinct()
					.toList(),
				plan.warmup().seconds() > 0, plan.channels() != 1, one,
				plan.blocking() != null && plan.blocking().clients() == 1);
		return Templates.line("plan", view);
	}

	/** Such as {@code ended 120 ms after the last send (median of 100)}. */
	public static String bursts(Bursts bursts) {
		String ended = (bursts.bursts() == 0) ? "none ended" : "ended %s after the last send (median of %s), %s at most"
			.formatted(millis(bursts.medianMillis()), Figures.count(bursts.bursts()), millis(bursts.maxMillis()));
		return (bursts.unfinished() != 0) ? "%s; %s not ended".formatted(ended, Figures.count(bursts.unfinished()))
				: ended;
	}

	/** What the slowest calls waited for; {@code null} if unknown. */
	public static @Nullable String tail(@Nullable TailDocument tail) {
		return (tail != null) ? String.format(Locale.ROOT, "Of the slowest %s %% (%,d calls, from %s): %s.",
				Figures.number(tail.share() * 100), tail.calls(), Figures.micros(tail.micros()),
				tail.causes()
					.stream()
					.map((part) -> String.format(Locale.ROOT, "%.0f %% %s", part.share() * 100, cause(part.cause())))
					.collect(Collectors.joining(", ")))
				: null;
	}

	private static String cause(TailCause cause) {
		return switch (cause) {
			case YOUNG_COLLECTION -> "during a young collection";
			case FULL_COLLECTION -> "during a full collection";
			case OTHER_PAUSE -> "during another pause of the server's collector";
			case CHANGE -> "during a change of the server's settings";
			case EVENT_LOOP -> "behind a blocked event loop";
			case CLIENT_COLLECTION -> "during a collection of the client";
			case CLIENT_PAUSE -> "during a pause of the client";
			case CPU_PRESSURE -> "while threads waited for a processor";
			case UNEXPLAINED -> "unexplained";
		};
	}

	/**
	 * The failed calls by status and message: of each status the most frequent messages,
	 * and all others together.
	 */
	public static List<Failure> failures(LoadResult load) {
		List<Failure> failures = new ArrayList<>();
		statuses(load, true).forEach((status, ended) -> {
			List<Failure> most = ended.messages()
				.stream()
				.sorted(Comparator.comparingLong(MessageCount::calls).reversed())
				.limit(SHOWN_MESSAGES)
				.map((message) -> new Failure(message.calls(), status, message.message().replaceAll("\\s+", " ")))
				.toList();
			failures.addAll(most);
			long others = load.counts().failed().getOrDefault(status, 0L)
					- most.stream().mapToLong(Failure::count).sum();
			if (others != 0) {
				failures.add(new Failure(others, status, "other messages"));
			}
		});
		return failures;
	}

	/** The calls that were not answered, by the reason. */
	public static List<String> unanswered(LoadResult load) {
		List<String> said = new ArrayList<>();
		failures(load).forEach((failure) -> said.add("%s failed with %s%s".formatted(Figures.count(failure.count()),
				failure.status(), failure.message().isEmpty() ? "" : ": " + failure.message())));
		if (load.counts().cancelled() != 0) {
			said.add(Figures.count(load.counts().cancelled()) + " cancelled by the client, as planned");
		}
		if (load.counts().unfinished() != 0) {
			said.add(Figures.count(load.counts().unfinished()) + " unfinished");
		}
		return said;
	}

	/** The statuses with which calls failed, and those that the plan expects. */
	public static Map<String, StatusCalls> statuses(LoadResult load, boolean failed) {
		Map<String, StatusCalls> some = new TreeMap<>(load.statuses());
		some.keySet().removeIf((status) -> load.counts().failed().containsKey(status) != failed);
		return some;
	}

	private static String millis(double millis) {
		return Figures.micros(Math.round(millis * 1000));
	}

	/** Their number and the first, {@code null} if none were counted. */
	public static @Nullable String protocolErrors(@Nullable ProtocolErrors errors) {
		if (errors == null || errors.count() == 0) {
			return null;
		}
		String first = (errors.first() != null) ? errors.first().replaceAll("\\s+", " ") : "";
		return "%s: %s%s".formatted(Figures.count(errors.count()), first, (errors.count() > 1) ? " (first)" : "");
	}

	/** Calls that failed with a status and a message. */
	public record Failure(long count, String status, String message) {
	}

	private record Called(String method, @Nullable HelloCodec codec) {
	}

	private record PlanView(PlanDocument plan, List<Called> calls, boolean warmedUp, boolean several, boolean oneBurst,
			boolean oneClient) {
	}

}
