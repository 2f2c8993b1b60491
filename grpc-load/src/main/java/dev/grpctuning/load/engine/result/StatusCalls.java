package dev.grpctuning.load.engine.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.Histogram;

import dev.grpctuning.load.engine.result.LoadResult.Latencies;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * The calls that ended with one status other than OK.
 *
 * @param messages the first distinct messages, in the order in which they came
 * @param otherMessages calls with any further message
 */
public record StatusCalls(Latencies latencyMicros, List<MessageCount> messages, long otherMessages) {

	/** Number of distinct messages of a status that are kept. */
	public static final int MOST_MESSAGES = 10;

	/** Keeps the first of the messages, each with the number of its calls. */
	public static StatusCalls of(Histogram service, Histogram response, Map<String, Long> messages,
			long otherMessages) {
		return of(new Latencies(LatencySummary.of(service), LatencySummary.of(response)), messages, otherMessages);
	}

	private static StatusCalls of(Latencies latencies, Map<String, Long> messages, long otherMessages) {
		List<MessageCount> all = messages.entrySet()
			.stream()
			.map((message) -> new MessageCount(message.getKey(), message.getValue()))
			.toList();
		int kept = Math.min(MOST_MESSAGES, all.size());
		return new StatusCalls(latencies, all.subList(0, kept),
				otherMessages + all.subList(kept, all.size()).stream().mapToLong(MessageCount::calls).sum());
	}

	/** Adds the calls of another client. */
	public StatusCalls plus(StatusCalls others) {
		Map<String, Long> sums = new LinkedHashMap<>();
		this.messages.forEach((message) -> sums.put(message.message(), message.calls()));
		others.messages.forEach((message) -> sums.merge(message.message(), message.calls(), Long::sum));
		return of(this.latencyMicros.plus(others.latencyMicros), sums, this.otherMessages + others.otherMessages);
	}

	/** Calls that ended with the same message, which may be empty. */
	public record MessageCount(String message, long calls) {
	}

}
