package dev.grpctuning.settings.value;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Which executor a call runs on: that of its route, the canary's or the main one. */
public record CallExecutorsSettings(ExecutorSettings main, List<RouteSettings> routes,
		@Nullable CanarySettings canary) {

	public CallExecutorsSettings {
		routes = List.copyOf(routes);
	}

	/** Methods, by a {@link MethodPattern}, that have an executor of their own. */
	public record RouteSettings(String method, ExecutorSettings executor) {

		public boolean matches(String fullMethodName) {
			return MethodPattern.matches(this.method, fullMethodName);
		}

	}

	/** Executor that runs a share of the calls without a route, from 0 to 1. */
	public record CanarySettings(ExecutorSettings executor, double share) {

	}

}
