package dev.grpctuning.load.engine;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.KindsProto;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.KindsServer.Reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Calls of methods and requests that do not exist or do not fit. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class RefusedMethodsIT {

	private static final int CALLS = 100;

	@Test
	void whenMetadataHasNoSuchPlaceholderThenThoseThatThereAreAreNamed() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			CallPlan plan = plan("Unary", null, null).withMetadata(Map.of("x-key", "{{sec}}"));
			assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> run(server, plan, TestEngine.FUTURE))
				.withMessageStartingWith("load.metadata: {{sec}} is no placeholder; use {{seq}}");
		}
	}

	@Test
	void whenThereIsNoSuchMethodThenThoseThatThereAreAreNamed() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			assertRefused(server, plan("Unari", null, null),
					"load.call: kinds.v1.Kinds has no method Unari; it has Collect, Echo, Linger, Spread, Unary");
		}
	}

	@ParameterizedTest
	@EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
	void whenThereIsNoSuchServiceThenThoseThatThereAreAreNamed(Reflection reflection) throws Exception {
		try (KindsServer server = KindsServer.start(reflection)) {
			String own = "grpc.reflection." + reflection.name().toLowerCase(Locale.ROOT) + ".ServerReflection";
			for (String service : List.of("kinds.v1.Kind", "kinds.v1.Thing", "kinds.v1.Kinds.Unary")) {
				assertRefused(server,
						new CallPlan(new CallPlan.Method(service, "Unary", null), null, null, Map.of(),
								CallSettings.DEFAULT),
						"load.call: the server describes no service %s; it describes %s, kinds.v1.Kinds"
							.formatted(service, own));
			}
		}
	}

	@Test
	void whenTheServerHasNoReflectionThenTheOtherWaysAreNamed() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.NONE)) {
			assertRefused(server, plan("Unary", null, null),
					"load.call: the server has no reflection; turn it on, or name a file by --proto, "
							+ "--descriptor-set or --load.request-bytes");
		}
	}

	@Test
	void whenTheMethodTakesOneRequestThenSeveralAreRefused() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			assertRefused(server, plan("Spread", null, 2),
					"load.messages: 2 is not possible, kinds.v1.Kinds.Spread takes one request; leave it out");
		}
	}

	private static void assertRefused(KindsServer server, CallPlan plan, String line) {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> run(server, plan, TestEngine.FUTURE))
			.withMessage(line);
		assertThat(server.requests()).isEmpty();
	}

	private static CallPlan plan(String method, @Nullable String json, @Nullable Integer messages) {
		return new CallPlan(new CallPlan.Method(KindsProto.SERVICE, method, null),
				(json != null) ? new CallPlan.Json(json, json) : null, messages, Map.of(), CallSettings.DEFAULT);
	}

	private static LoadResult run(KindsServer server, CallPlan plan, TestEngine engine) throws Exception {
		return run(server, plan, engine, CALLS);
	}

	private static LoadResult run(KindsServer server, CallPlan call, TestEngine engine, int calls) throws Exception {
		LoadModel model = new LoadModel.Burst(new BurstSchedule(1, calls, Duration.ZERO, Pacing.SCHEDULE), Warmup.NONE);
		LoadPlan plan = engine.plan(model, 2, call, 1000, Duration.ofSeconds(20));
		try (CallChannels open = engine.open(TargetAddress.parse(server.address()), plan, Duration.ofSeconds(10))) {
			return new LoadRun(plan, open, (progress) -> {
			}).run();
		}
	}

}
