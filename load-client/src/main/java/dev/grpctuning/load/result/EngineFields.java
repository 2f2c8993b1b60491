package dev.grpctuning.load.result;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.schedule.Shard;

/**
 * Names of the engine's figures in a result file, in the order of their components. They
 * stay when the engine renames one.
 */
final class EngineFields {

	private static final Map<Class<?>, String> FIELDS = Map.ofEntries(
			Map.entry(Counts.class, "started ok failed cancelled unfinished"),
			Map.entry(LatencySummary.class, "count min mean p50 p75 p90 p95 p99 p999 p9999 max"),
			Map.entry(Messages.class, "sent received sentPerSecond receivedPerSecond gapMicros gapHistogram"),
			Map.entry(MessageSizes.class, "requestBytes responseBytes"),
			Map.entry(SendStats.class, "sentPerSecond plannedPerSecond lagMicros lateShare lagHistogram"),
			Map.entry(WarmupResult.class, "seconds steady"),
			Map.entry(ClientUse.class, "cpuSeconds cpuMicrosPerCall peakHeapBytes saturated saturatedBy"),
			Map.entry(ProtocolErrors.class, "count first"),
			Map.entry(Bursts.class, "bursts unfinished medianMillis maxMillis"),
			Map.entry(TimelinePoint.class,
					"seconds started ok failed open p50Micros p99Micros responseP50Micros responseP99Micros lagP99Micros"
							+ " cpuSeconds heapUsedBytes gcSeconds threads"),
			Map.entry(Shard.class, "client clients"));

	private EngineFields() {
	}

	static String name(Field field) {
		String names = FIELDS.get(field.getDeclaringClass());
		if (names == null) {
			return field.getName();
		}
		List<String> components = Arrays.stream(field.getDeclaringClass().getRecordComponents())
			.map(RecordComponent::getName)
			.toList();
		return names.split(" ")[components.indexOf(field.getName())];
	}

}
