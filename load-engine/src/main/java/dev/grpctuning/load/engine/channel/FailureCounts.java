package dev.grpctuning.load.engine.channel;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import io.grpc.Status;

import dev.grpctuning.hello.text.PeerText;

final class FailureCounts {

	private final Map<Status.Code, LongAdder> counts = new ConcurrentHashMap<>();

	private final Map<Status.Code, String> firstMessages = new ConcurrentHashMap<>();

	void add(Status status) {
		LongAdder count = this.counts.get(status.getCode());
		if (count == null) {
			this.firstMessages.putIfAbsent(status.getCode(), PeerText.clean(message(status)));
			count = this.counts.computeIfAbsent(status.getCode(), (code) -> new LongAdder());
		}
		count.increment();
	}

	/** Whether the server may be gone. Any other status is an answer. */
	static boolean isLoss(Status status) {
		return switch (status.getCode()) {
			case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> true;
			default -> false;
		};
	}

	/** Whether there are answers, and all of them are UNIMPLEMENTED. */
	static boolean areUnimplemented(FailureCounts... all) {
		return Arrays.stream(all)
			.flatMap((counts) -> counts.counts.keySet().stream())
			.filter((code) -> !isLoss(code.toStatus()))
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

	Map<String, Long> byStatus() {
		Map<String, Long> sums = new TreeMap<>();
		this.counts.forEach((code, count) -> sums.put(code.name(), count.sum()));
		return sums;
	}

	Map<String, String> firstMessages() {
		Map<String, String> messages = new TreeMap<>();
		this.firstMessages.forEach((code, message) -> messages.put(code.name(), message));
		return messages;
	}

}
