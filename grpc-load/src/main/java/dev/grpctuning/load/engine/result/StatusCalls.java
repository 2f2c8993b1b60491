package dev.grpctuning.load.engine.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.Histogram;

import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * The calls that ended with one status other than OK.
 *
 * @param latencyMicros service times
 * @param responseTimeMicros response times
 * @param latencyHistogram all service times in HdrHistogram's encoding, in microseconds;
 * empty in a summary
 * @param responseTimeHistogram all response times in the same encoding
 * @param messages the first distinct messages, in the order in which they came
 * @param otherMessages calls with any further message
 */
public record StatusCalls(LatencySummary latencyMicros, LatencySummary responseTimeMicros, String latencyHistogram,
		String responseTimeHistogram, List<MessageCount> messages, long otherMessages) {

	/** Number of distinct messages of a status that are kept. */
	public static final int MOST_MESSAGES = 10;

	/** Keeps the first of the messages, each with the number of its calls. */
	public static StatusCalls of(Histogram service, Histogram response, Map<String, Long> messages,
			long otherMessages) {
		List<MessageCount> all = messages.entrySet()
			.stream()
			.map((message) -> new MessageCount(message.getKey(), message.getValue()))
			.toList();
		int kept = Math.min(MOST_MESSAGES, all.size());
		return new StatusCalls(LatencySummary.of(service), LatencySummary.of(response), HistogramText.encode(service),
				HistogramText.encode(response), all.subList(0, kept),
				otherMessages + all.subList(kept, all.size()).stream().mapToLong(MessageCount::calls).sum());
	}

	/** Leaves out the histograms. */
	public StatusCalls summary() {
		return new StatusCalls(this.latencyMicros, this.responseTimeMicros, "", "", this.messages, this.otherMessages);
	}

	/** Adds the calls of another client, whose histograms are not left out either. */
	public StatusCalls plus(StatusCalls others) {
		Histogram service = HistogramText.decode(this.latencyHistogram);
		service.add(HistogramText.decode(others.latencyHistogram));
		Histogram response = HistogramText.decode(this.responseTimeHistogram);
		response.add(HistogramText.decode(others.responseTimeHistogram));
		Map<String, Long> sums = new LinkedHashMap<>();
		this.messages.forEach((message) -> sums.put(message.message(), message.calls()));
		others.messages.forEach((message) -> sums.merge(message.message(), message.calls(), Long::sum));
		return of(service, response, sums, this.otherMessages + others.otherMessages);
	}

	/** Calls that ended with the same message, which may be empty. */
	public record MessageCount(String message, long calls) {
	}

}
