package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.settings.value.LimitAlgorithm;
import dev.grpctuning.settings.value.MethodLimit;
import dev.grpctuning.settings.value.QueueDiscipline;

/**
 * Limits of calls.
 *
 * @param concurrentCalls Maximum number of open unary calls of the server. An algorithm
 * never sets a higher limit. The server refuses further calls with RESOURCE_EXHAUSTED.
 * @param algorithm Algorithm that determines the number of calls that may be open. With
 * throughput, it rises while more open calls bring more answers per second.
 * @param concurrentStreams Maximum number of open streaming calls of the server. These do
 * not count towards limit.concurrent-calls.
 * @param methods Methods with a limit or a priority of their own, each with method,
 * concurrent-calls and priority. The first match applies.
 * @param byPriority Whether to refuse the least important calls first: low ones at 70% of
 * the limit, normal ones at 90%. The priority comes from limit.methods, otherwise from
 * the header x-priority: critical, normal or low.
 * @param byClient Whether to reject a client, known by its IP address, with more open
 * calls than the limit divided by the active clients once 90% of the limit is in use.
 * @param maxQueueTime Maximum time that a call waits for a thread. The server rejects
 * calls that waited longer, and calls with less time left than the fastest one of their
 * method took.
 * @param queueDiscipline Order in which calls get a thread of a fixed executor. With
 * codel, once the queue has not been empty for limit.max-queue-time, the newest call goes
 * first and a twentieth of that time applies.
 * @param maxCallAge Time after which the server cancels an open unary call.
 * @param maxStreamAge Time after which the server cancels an open streaming call.
 * @param retryPushback Mean delay that the trailer grpc-retry-pushback-ms sends to a
 * refused client. Each refusal has a random one between 50% and 150% of it.
 */
public record LimitProperties(@Nullable Integer concurrentCalls, @Nullable LimitAlgorithm algorithm,
		@Nullable Integer concurrentStreams, @Nullable List<MethodLimit> methods, @Nullable Boolean byPriority,
		@Nullable Boolean byClient, @Nullable Duration maxQueueTime, @Nullable QueueDiscipline queueDiscipline,
		@Nullable Duration maxCallAge, @Nullable Duration maxStreamAge, @Nullable Duration retryPushback) {

}
