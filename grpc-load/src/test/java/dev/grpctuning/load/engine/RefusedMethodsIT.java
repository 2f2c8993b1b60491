package dev.grpctuning.load.engine;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.transport.TestEngine;
import dev.grpctuning.testkit.KindsServer;
import dev.grpctuning.testkit.KindsServer.Reflection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Calls of methods and requests that do not exist or do not fit. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class RefusedMethodsIT {

	@Test
	void whenThereIsNoSuchMethodThenThoseThatThereAreAreNamed() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			assertRefused(server, MethodCallsIT.plan("Unari", null, null),
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
			assertRefused(server, MethodCallsIT.plan("Unary", null, null),
					"load.call: the server has no reflection; turn it on, or name a file with --proto, "
							+ "--descriptor-set or --load.request-bytes");
		}
	}

	@Test
	void whenTheMethodTakesOneRequestThenSeveralAreRefused() throws Exception {
		try (KindsServer server = KindsServer.start(Reflection.V1)) {
			assertRefused(server, MethodCallsIT.plan("Spread", null, 2),
					"load.messages: 2 is not possible, kinds.v1.Kinds.Spread takes one request; leave it out");
		}
	}

	private static void assertRefused(KindsServer server, CallPlan plan, String line) {
		assertThatExceptionOfType(InvalidCallException.class)
			.isThrownBy(() -> MethodCallsIT.run(server, plan, TestEngine.FUTURE))
			.withMessage(line);
		assertThat(server.requests()).isEmpty();
	}

}
