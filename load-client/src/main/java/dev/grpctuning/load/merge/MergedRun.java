package dev.grpctuning.load.merge;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.Measured;

/**
 * What tells the run of a client from all others, to the nanosecond, whatever its file is
 * called and whether it was merged before.
 *
 * @param environment what it ran on, or {@code null} if the result does not say
 */
record MergedRun(Instant startedAt, double elapsedSeconds, Counts counts, @Nullable Environment environment) {

	/**
	 * Refuses results that have a run in common, whose calls would be counted twice.
	 */
	static void checkEachOnce(Map<String, Measured> results) {
		Map<MergedRun, String> names = new HashMap<>();
		results.forEach((file, result) -> {
			MergedDocument part = MergedDocument.part(file, result);
			for (MergedDocument.Client client : part.clients()) {
				String first = names.putIfAbsent(of(part.startedAt(), client), client.name());
				if (first != null) {
					throw new UsageException(
							"%s: it is the same run as %s; a client's calls are counted once: leave one of the two out."
								.formatted(client.name(), first));
				}
			}
		});
	}

	private static MergedRun of(Instant firstStartedAt, MergedDocument.Client client) {
		return new MergedRun(firstStartedAt.plusNanos(Math.round(client.startedAfterSeconds() * 1e9)),
				client.elapsedSeconds(), client.counts(), client.environment());
	}

}
