package dev.grpctuning.load.engine.channel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import io.grpc.Status;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.observe.PeerText;

/**
 * Calls that end with a status other than OK, by status, on any thread. Keeps a bounded
 * amount of data, whatever the server sends.
 */
final class StatusCounts {

	private static final long HIGHEST_MICROS = TimeUnit.HOURS.toMicros(1);

	private final Map<Status.Code, Calls> calls = new ConcurrentHashMap<>();

	void add(Status status, long dueNanos, long sentNanos, long endNanos) {
		Calls same = this.calls.get(status.getCode());
		if (same == null) {
			same = this.calls.computeIfAbsent(status.getCode(), (code) -> new Calls());
		}
		same.service.recordValue(micros(endNanos - sentNanos));
		same.response.recordValue(micros(endNanos - dueNanos));
		same.count(message(status)).increment();
	}

	private static long micros(long nanos) {
		return Math.clamp((nanos + 500) / 1000, 1, HIGHEST_MICROS);
	}

	/** Whether there are answers, and all of them are UNIMPLEMENTED. */
	static boolean areUnimplemented(Set<Status.Code> statuses) {
		return statuses.stream()
			.filter((status) -> !CallSettings.LOST.contains(status))
			.collect(Collectors.toSet())
			.equals(Set.of(Status.Code.UNIMPLEMENTED));
	}

	private static String message(Status status) {
		String description = (status.getDescription() != null) ? status.getDescription() : "";
		Throwable cause = status.getCause();
		if (cause == null || cause.getMessage() == null) {
			return description;
		}
		return description.isEmpty() ? cause.getMessage() : description + ": " + cause.getMessage();
	}

	Set<Status.Code> statuses() {
		return this.calls.keySet();
	}

	Map<String, Long> byStatus() {
		Map<String, Long> sums = new TreeMap<>();
		this.calls.forEach((code, same) -> sums.put(code.name(), same.sum()));
		return sums;
	}

	/** The calls of each status, when no more end. */
	Map<String, StatusCalls> results() {
		Map<String, StatusCalls> results = new TreeMap<>();
		this.calls.forEach((code, same) -> results.put(code.name(), same.result()));
		return results;
	}

	/** Calls with one status. */
	private static final class Calls {

		private final Histogram service = new AtomicHistogram(1, HIGHEST_MICROS, 3);

		private final Histogram response = new AtomicHistogram(1, HIGHEST_MICROS, 3);

		private final Map<String, Message> messages = new ConcurrentHashMap<>();

		private final LongAdder others = new LongAdder();

		LongAdder count(String text) {
			Message known = this.messages.get(text);
			if (known == null && this.messages.size() < StatusCalls.MOST_MESSAGES) {
				known = keep(text);
			}
			return (known != null) ? known.calls : this.others;
		}

		private synchronized @Nullable Message keep(String text) {
			int kept = this.messages.size();
			return (kept < StatusCalls.MOST_MESSAGES)
					? this.messages.computeIfAbsent(text, (absent) -> new Message(kept, new LongAdder()))
					: this.messages.get(text);
		}

		long sum() {
			return this.others.sum() + this.messages.values().stream().mapToLong((same) -> same.calls.sum()).sum();
		}

		StatusCalls result() {
			Map<String, Long> counts = new LinkedHashMap<>();
			this.messages.entrySet()
				.stream()
				.sorted(Map.Entry.comparingByValue())
				.forEach((message) -> counts.merge(PeerText.clean(message.getKey()), message.getValue().calls.sum(),
						Long::sum));
			return StatusCalls.of(this.service, this.response, counts, this.others.sum());
		}

	}

	/** Calls with one message, of which there were some others before. */
	private record Message(int before, LongAdder calls) implements Comparable<Message> {

		@Override
		public int compareTo(Message other) {
			return Integer.compare(this.before, other.before);
		}

	}

}
