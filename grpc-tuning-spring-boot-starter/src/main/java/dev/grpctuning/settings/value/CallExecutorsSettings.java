package dev.grpctuning.executor;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Which executor a call runs on.
 *
 * @param main what calls run on that have no route and are not the canary's
 * @param routes methods with an executor of their own; the first that matches is taken
 * @param canary candidate for a share of the calls that have no route
 */
public record CallExecutorsSettings(ExecutorSettings main, List<RouteSettings> routes,
		@Nullable CanarySettings canary) {

	public CallExecutorsSettings {
		routes = List.copyOf(routes);
	}

}
