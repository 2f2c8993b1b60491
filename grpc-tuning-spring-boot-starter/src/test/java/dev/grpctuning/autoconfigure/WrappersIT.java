package dev.grpctuning.autoconfigure;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.grpc.Server;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.util.ClassUtils;

import dev.grpctuning.call.LiveServices;
import dev.grpctuning.server.Generations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** What wraps a bean of a framework passes on every call, also of methods yet to come. */
class WrappersIT {

	private static final boolean BOOT = ClassUtils.isPresent(TunedApplication.BOOT, null);

	private final Generations generations = mock();

	WrappersIT() {
		given(this.generations.createServer(any())).willAnswer((call) -> call.<Supplier<Server>>getArgument(0).get());
	}

	@Test
	void everyPublicMethodOfTheServersFactoryReachesIt() throws Exception {
		assertPassesOn(BOOT ? "boot.TunedBootServerFactory" : "netdevh.TunedNetDevhServerFactory", this.generations);
	}

	@Test
	void everyPublicMethodOfTheHealthCheckedComponentsReachesThem() throws Exception {
		if (BOOT) {
			assertPassesOn("boot.WithdrawnServicesHealth", new LiveServices((service, offered) -> {
			}));
		}
	}

	private static void assertPassesOn(String wrapper, Object collaborator) throws Exception {
		Class<?> type = Class.forName(WrappersIT.class.getPackageName() + "." + wrapper);
		Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
			.filter((each) -> each.getParameterCount() == 2)
			.findFirst()
			.orElseThrow();
		constructor.setAccessible(true);
		Object target = mock(constructor.getParameterTypes()[0]);
		Object wrapped = constructor.newInstance(target, collaborator);
		for (Method method : constructor.getParameterTypes()[0].getMethods()) {
			if (method.getDeclaringClass() != Object.class && !Modifier.isStatic(method.getModifiers())) {
				Object[] arguments = Arrays.stream(method.getParameterTypes()).map(WrappersIT::argument).toArray();
				method.invoke(wrapped, arguments);
				assertThat(calls(target, method, arguments)).as(method.toString()).isNotEmpty();
			}
		}
	}

	private static Stream<?> calls(Object target, Method method, Object[] arguments) {
		return Mockito.mockingDetails(target)
			.getInvocations()
			.stream()
			.filter((call) -> call.getMethod().getName().equals(method.getName())
					&& Arrays.equals(call.getRawArguments(), arguments));
	}

	private static Object argument(Class<?> type) {
		return (type == String.class) ? "a.B" : mock(type);
	}

}
