package dev.grpctuning.load.result;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.Bursts;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.Saturation;
import dev.grpctuning.load.engine.result.LoadResult.Saturation.Cause;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.testkit.PackageRules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Tests for {@link EngineFields}. */
class EngineFieldsTests {

	private static final Set<Class<?>> PLAIN = Set.of(int.class, long.class, double.class, boolean.class, Integer.class,
			Long.class, Double.class, Boolean.class, String.class, Instant.class);

	/**
	 * The names of the engine's components are in the approved form, and these are the
	 * texts of its constants. What is added here must be added there too.
	 */
	@Test
	void theEnginesPartsAreNamedOneByOne() {
		Set<Class<?>> parts = new HashSet<>();
		PackageRules.classesOf("dev.grpctuning.load")
			.stream()
			.filter((type) -> type.isRecord() && type.getSimpleName().endsWith("Document"))
			.forEach((type) -> collect(type.reflect(), parts));
		assertThat(parts).contains(RunDocument.class, ExperimentDocument.Variant.class, Ended.class);
		assertThat(parts).filteredOn((type) -> !isOfTheClient(type))
			.filteredOn(Class::isRecord)
			.containsExactlyInAnyOrder(Counts.class, LatencySummary.class, Messages.class, MessageSizes.class,
					SendStats.class, WarmupResult.class, ClientUse.class, ProtocolErrors.class, Bursts.class,
					TimelinePoint.class, Shard.class);
		assertThat(parts.stream()
			.filter((type) -> type.isEnum() && !isOfTheClient(type))
			.collect(Collectors.toMap((type) -> type, EngineFieldsTests::texts)))
			.isEqualTo(Map.of(LoadEngine.class, "stub raw", StubKind.class, "future async blocking", HelloCodec.class,
					"protobuf json wire", Compression.class, "identity gzip", Arrivals.class, "constant poisson",
					Pacing.class, "pause schedule", StopReason.class,
					"timeout server-gone unimplemented replay-changed interrupted"));
	}

	@Test
	void whenAComponentOfTheEngineIsRenamedThenItsFieldIsNot() {
		record Renamed(int begun, int ok) {
		}
		assertThat(EngineFields.names(Renamed.class, "begun=started ok").getValue())
			.isEqualTo(Map.of("begun", "started", "ok", "ok"));
		assertThatIllegalArgumentException().isThrownBy(() -> EngineFields.names(Renamed.class, "started ok"));
		assertThatIllegalArgumentException().isThrownBy(() -> EngineFields.names(Renamed.class, "begun"));
		assertThatIllegalArgumentException().isThrownBy(() -> EngineFields.names(Pacing.class, "PAUSE=pause"));
		assertThatIllegalStateException().isThrownBy(() -> EngineFields.names(Renamed.class, "begun ok ok"));
	}

	@Test
	void whenAPartOfTheEngineHasNoNamesThenItIsNotWritten() {
		assertThatIllegalStateException().isThrownBy(() -> ResultFile.tree(new Saturation(Cause.LATE_CALLS, "late")))
			.withMessageContaining("Saturation has no names");
		assertThatIllegalStateException().isThrownBy(() -> EngineFields.name(Cause.LATE_CALLS, "late"));
	}

	/** Adds the records and enums that a type of a document is made of. */
	private static void collect(Type type, Set<Class<?>> parts) {
		if (type instanceof ParameterizedType many) {
			List<Type> arguments = List.of(many.getActualTypeArguments());
			assertThat(many.getRawType() == List.class || arguments.getFirst() == String.class).as("%s", many).isTrue();
			collect(arguments.getLast(), parts);
		}
		else if (type instanceof Class<?> part && (part.isRecord() || part.isEnum())) {
			if (parts.add(part) && part.isRecord()) {
				Stream.of(part.getRecordComponents()).forEach((component) -> {
					EngineFields.name(component);
					collect(component.getGenericType(), parts);
				});
			}
		}
		else {
			assertThat(type).isIn(PLAIN);
		}
	}

	private static String texts(Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
			.map((constant) -> EngineFields.name((Enum<?>) constant, "of the client"))
			.collect(Collectors.joining(" "));
	}

	private static boolean isOfTheClient(Class<?> type) {
		return type.getProtectionDomain()
			.getCodeSource()
			.equals(ResultFile.class.getProtectionDomain().getCodeSource());
	}

}
