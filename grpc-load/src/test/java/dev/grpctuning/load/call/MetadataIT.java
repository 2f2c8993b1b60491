package dev.grpctuning.load.call;

import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.grpc.Metadata;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.KindsProto;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.KindsServer.Reflection;

import static org.assertj.core.api.Assertions.assertThat;

/** Metadata, which arrives as given or is refused. */
@Timeout(60)
class MetadataIT {

	private static final LoadModel ONE_CALL = new LoadModel.Burst(
			new BurstSchedule(1, 1, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE);

	private static final List<String> KEYS = List.of("tenant", "x_y.z-1", "1", "-x", "x-many-bin", "trace-bin",
			"accept", "accept-charset", "accept-encoding", "age", "allow", "authorization", "cache-control",
			"connection", "content-encoding", "content-language", "content-length", "content-type", "cookie", "date",
			"etag", "expect", "forwarded", "grpc-accept-encoding", "grpc-encoding", "grpc-message", "grpc-message-type",
			"grpc-previous-rpc-attempts", "grpc-retry-pushback-ms", "grpc-status", "grpc-status-details-bin",
			"grpc-tags-bin", "grpc-timeout", "grpc-trace-bin", "host", "if-match", "keep-alive", "link", "origin",
			"pragma", "proxy-authorization", "proxy-connection", "range", "referer", "server", "te", "traceparent",
			"tracestate", "trailer", "transfer-encoding", "upgrade", "user-agent", "via", "x-forwarded-for", ":path",
			":authority", "bad key", "", "umläut", "Tenant");

	private static final List<String> VALUES = List.of("a", "a\nb\na", "", "a,b", "a, b;c=\"d\"", " a", "a ", "\ta",
			"ä", "{{seq}}", "{{seq}}\nb", "a\n", "a\n\n");

	@ParameterizedTest
	@EnumSource(names = { "FUTURE", "RAW" })
	void whenMetadataIsGivenThenItArrivesAsGivenOrIsRefused(TestEngine engine) throws Exception {
		Map<String, String> given = new LinkedHashMap<>();
		KEYS.forEach((key) -> given.put(key, key.endsWith("-bin") ? "AAEC\n/w" : "a\nb"));
		for (int i = 0; i < VALUES.size(); i++) {
			given.put("x-value-" + i, VALUES.get(i));
		}
		given.entrySet().removeIf((entry) -> isRefused(plan(engine, Map.ofEntries(entry))));
		assertThat(given.keySet()).hasSizeGreaterThan(KEYS.size() / 2)
			.contains("x-value-1", "x-value-9")
			.doesNotContain("te", "connection", "x-value-5");
		LoadPlan plan = plan(engine, given);
		try (KindsServer server = KindsServer.start(Reflection.NONE);
				CallChannels channels = engine.open(TargetAddress.parse(server.address()), plan,
						Duration.ofSeconds(20))) {
			assertThat(new LoadRun(plan, channels, (progress) -> {
			}).run().result().counts().ok()).isOne();
			Metadata arrived = server.headers().getFirst();
			given.forEach((key, value) -> assertThat(values(arrived, key)).as("key \"%s\"", key)
				.isEqualTo(Headers.values(value.replace("{{seq}}", "0"))));
		}
	}

	private static LoadPlan plan(TestEngine engine, Map<String, String> metadata) {
		CallPlan call = new CallPlan(new CallPlan.Method(KindsProto.SERVICE, "Unary", KindsProto.set()),
				new CallPlan.Json("{}", "{}"), null, metadata, CallSettings.DEFAULT);
		return engine.plan(ONE_CALL, 1, call, 1000, Duration.ofSeconds(20));
	}

	private static boolean isRefused(LoadPlan plan) {
		try {
			CallTargets.headers(plan.call());
			return false;
		}
		catch (InvalidCallException ex) {
			assertThat(ex).hasMessageStartingWith("load.metadata: \"");
			return true;
		}
	}

	private static List<String> values(Metadata metadata, String key) {
		return key.endsWith("-bin") ? all(metadata, Metadata.Key.of(key, Metadata.BINARY_BYTE_MARSHALLER))
			.map((bytes) -> Base64.getEncoder().withoutPadding().encodeToString(bytes))
			.toList() : all(metadata, Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER)).toList();
	}

	private static <T> Stream<T> all(Metadata metadata, Metadata.Key<T> key) {
		return StreamSupport.stream(Objects.requireNonNullElse(metadata.getAll(key), List.<T>of()).spliterator(),
				false);
	}

}
