package dev.grpctuning.settings.value;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Which executor a call runs on.
 *
 * @param main executor of the calls that have no route and are not the canary's
 */
public record CallExecutorsSettings(ExecutorSettings main, List<RouteSettings> routes,
		@Nullable CanarySettings canary) {

	public CallExecutorsSettings {
		routes = List.copyOf(routes);
	}

	/**
	 * Methods that have an executor of their own.
	 *
	 * @param method full name of a method, {@code package.Service/Method}, in which
	 * {@code *} stands for any characters
	 */
	public record RouteSettings(String method, ExecutorSettings executor) {

		public boolean matches(String fullMethodName) {
			return MethodPattern.of(this.method).matches(fullMethodName);
		}

	}

	/**
	 * Executor that runs a share of the calls, to be compared with the one that runs the
	 * others.
	 *
	 * @param share share of the calls that have no route, from 0 to 1
	 */
	public record CanarySettings(ExecutorSettings executor, double share) {

	}

}
