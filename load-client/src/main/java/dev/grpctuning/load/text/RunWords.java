package dev.grpctuning.load.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

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
		return Templates.text("bursts",
				Map.of("bursts", bursts, "median", millis(bursts.medianMillis()), "most", millis(bursts.maxMillis())));
	}

	/** What the slowest calls waited for; {@code null} if unknown. */
	public static @Nullable String tail(@Nullable TailDocument tail) {
		return (tail != null)
				? Templates.line("tail",
						new TailView(Figures.number(tail.share() * 100) + " %", tail.calls(),
								Figures.micros(tail.micros()), tail.causes().stream().map(TailPart::of).toList()))
				: null;
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
		return Templates.text("protocol-errors",
				Map.of("count", errors.count(), "first", first, "several", errors.count() > 1));
	}

	private record TailView(String share, long calls, @Nullable String from, List<TailPart> parts) {
	}

	private record TailPart(String share, TailCause cause) {

		private static TailPart of(TailDocument.CauseShare part) {
			return new TailPart(String.format(Locale.ROOT, "%.0f %%", part.share() * 100), part.cause());
		}

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
