package dev.grpctuning.autoconfigure;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/** What wraps a bean of a framework passes on every call, also of methods yet to come. */
class WrappersIT {

	@Test
	void everyPublicMethodOfAWrappedBeanIsDeclaredByItsWrapper() throws ClassNotFoundException {
		List<String> wrappers = ClassUtils.isPresent(TunedApplication.BOOT, null)
				? List.of("boot.TunedBootServerFactory", "boot.WithdrawnServicesHealth")
				: List.of("netdevh.TunedNetDevhServerFactory");
		for (String name : wrappers) {
			Class<?> wrapper = Class.forName(WrappersIT.class.getPackageName() + "." + name);
			Class<?> wrapped = wrapper.isRecord() ? wrapper.getInterfaces()[0] : wrapper.getSuperclass();
			assertThat(wrapped.getMethods()).filteredOn(
					(method) -> method.getDeclaringClass() != Object.class && !Modifier.isStatic(method.getModifiers()))
				.isNotEmpty()
				.allMatch((method) -> isDeclaredBy(wrapper, method));
		}
	}

	private static boolean isDeclaredBy(Class<?> wrapper, Method method) {
		return Arrays.stream(wrapper.getDeclaredMethods())
			.anyMatch((own) -> own.getName().equals(method.getName())
					&& Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
	}

}
