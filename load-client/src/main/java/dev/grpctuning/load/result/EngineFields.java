package dev.grpctuning.load.result;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializationContext;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonSerializationContext;
import com.google.gson.JsonSerializer;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.LatencySummary.LatencyFigure;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Shard;

/**
 * Names of the engine's components and enum constants in a result file. A component that
 * is called otherwise in the file is written as {@code component=name}, so that the
 * engine can rename it.
 */
final class EngineFields {

	private static final Pattern ENGINE = Pattern
		.compile("dev\\.grpctuning\\.(hello|load\\.(api|call|engine|latency|schedule|transport))\\..*");

	private static final Map<Class<?>, Map<String, String>> NAMES = Map.ofEntries(
			names(Counts.class, "started ok failed cancelled unfinished"),
			names(LatencySummary.class, "count min mean p50 p75 p90 p95 p99 p999 p9999 max"),
			names(Messages.class, "sent received sentPerSecond receivedPerSecond gapMicros gapHistogram"),
			names(MessageSizes.class, "requestBytes responseBytes"),
			names(SendStats.class, "sentPerSecond plannedPerSecond lagMicros lateShare lagHistogram"),
			names(WarmupResult.class, "seconds steady"),
			names(ClientUse.class, "cpuSeconds cpuMicrosPerCall peakHeapBytes saturated saturatedBy"),
			names(ProtocolErrors.class, "count first"), names(Bursts.class, "bursts unfinished medianMillis maxMillis"),
			names(TimelinePoint.class,
					"seconds started ok failed open p50Micros p99Micros responseP50Micros responseP99Micros lagP99Micros"
							+ " cpuSeconds heapUsedBytes gcSeconds threads responseBuckets"),
			names(Shard.class, "client clients"), names(LoadEngine.class, "STUB=stub RAW=raw"),
			names(StubKind.class, "FUTURE=future ASYNC=async BLOCKING=blocking"),
			names(HelloCodec.class, "PROTOBUF=protobuf JSON=json WIRE=wire"),
			names(Compression.class, "IDENTITY=identity GZIP=gzip"),
			names(Arrivals.class, "CONSTANT=constant POISSON=poisson"),
			names(Pacing.class, "PAUSE=pause SCHEDULE=schedule"),
			names(StopReason.class, "TIMEOUT=timeout SERVER_GONE=server-gone UNIMPLEMENTED=unimplemented"
					+ " REPLAY_CHANGED=replay-changed INTERRUPTED=interrupted"));

	private EngineFields() {
	}

	/** Refuses names that are not those of all components or constants, each once. */
	static Map.Entry<Class<?>, Map<String, String>> names(Class<?> type, String text) {
		Map<String, String> names = Arrays.stream(text.split(" "))
			.map((name) -> name.split("="))
			.collect(Collectors.toMap((name) -> name[0], (name) -> name[name.length - 1]));
		Set<String> members = Arrays.stream(type.getDeclaredFields())
			.filter((field) -> type.isEnum() ? field.isEnumConstant() : !Modifier.isStatic(field.getModifiers()))
			.map(Field::getName)
			.collect(Collectors.toSet());
		if (!names.keySet().equals(members)) {
			throw new IllegalArgumentException("%s: %s (expected: %s)".formatted(type, names.keySet(), members));
		}
		return Map.entry(type, names);
	}

	static String name(RecordComponent component) {
		return name(component.getDeclaringRecord(), component.getName(), component.getName());
	}

	static String name(Field field) {
		return name(field.getDeclaringClass(), field.getName(), field.getName());
	}

	static String name(Enum<?> constant, String other) {
		return name(constant.getDeclaringClass(), constant.name(), other);
	}

	/** Gives the other name to what is not the engine's. */
	private static String name(Class<?> type, String member, String other) {
		if (!NAMES.containsKey(type) && ENGINE.matcher(type.getName()).matches()) {
			throw new IllegalStateException(type + " has no names for result files");
		}
		return NAMES.getOrDefault(type, Map.of()).getOrDefault(member, other);
	}

	/**
	 * Writes a percentile of too few latencies as {@code null}. It is their maximum, as
	 * which it is read again.
	 */
	static final class LatencyJson implements JsonSerializer<LatencySummary>, JsonDeserializer<LatencySummary> {

		private static final Gson GSON = new GsonBuilder().setFieldNamingStrategy(EngineFields::name).create();

		@Override
		public JsonElement serialize(LatencySummary latencies, Type type, JsonSerializationContext context) {
			JsonObject json = GSON.toJsonTree(latencies).getAsJsonObject();
			for (LatencyFigure figure : LatencyFigure.values()) {
				if (isPercentile(figure) && !figure.isKnown(latencies)) {
					json.add(name(figure), JsonNull.INSTANCE);
				}
			}
			return json;
		}

		@Override
		public LatencySummary deserialize(JsonElement text, Type type, JsonDeserializationContext context) {
			JsonObject json = text.getAsJsonObject().deepCopy();
			for (LatencyFigure figure : LatencyFigure.values()) {
				if (json.get(name(figure)) instanceof JsonNull) {
					json.add(name(figure), json.get(name(LatencyFigure.MAX)));
				}
			}
			return GSON.fromJson(json, LatencySummary.class);
		}

		static boolean isPercentile(LatencyFigure figure) {
			return figure.title().startsWith("p");
		}

		/** Name of a figure's field, such as {@code p999}. */
		static String name(LatencyFigure figure) {
			return figure.title().replace(".", "");
		}

	}

}
