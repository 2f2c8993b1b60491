package dev.grpctuning.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.guard.Objective.MethodObjective;
import dev.grpctuning.settings.value.MethodPattern;

/**
 * What happens to changes of the running server.
 *
 * @param stateFile File that keeps changes of the running server over a restart. Without
 * one, a restart forgets them.
 * @param objective What the service owes its callers. A change that misses it more often
 * than before is taken back.
 */
@ConfigurationProperties("grpc.tuning")
record ChangeProperties(@Nullable Path stateFile, @DefaultValue Objective objective) {

	/**
	 * What the service owes its callers.
	 *
	 * @param p99 Duration that 99 % of the calls of each method must not exceed.
	 * @param methods Methods with a duration of their own, each with method and p99. The
	 * first match applies. Calls of those without p99 may take any time.
	 * @param errors Share of calls that may fail or exceed p99, from 0 to 1.
	 */
	record Objective(@Nullable Duration p99, @DefaultValue List<MethodObjective> methods,
			@DefaultValue("0.01") double errors) {

		private static final String NAME = "grpc.tuning.objective.";

		dev.grpctuning.guard.Objective checked() {
			checkPositive("p99", this.p99);
			for (int i = 0; i < this.methods.size(); i++) {
				String name = "methods[" + i + "].";
				String method = this.methods.get(i).method();
				if (method == null || !MethodPattern.isValid(method)) {
					throw new InvalidConfigurationPropertyValueException(NAME + name + "method", method,
							"It must be package.Service/Method, with * for any characters.");
				}
				checkPositive(name + "p99", this.methods.get(i).p99());
			}
			if (!(this.errors >= 0 && this.errors < 1)) {
				throw new InvalidConfigurationPropertyValueException(NAME + "errors", this.errors,
						"It must be a share of calls from 0 to below 1, such as 0.01.");
			}
			return new dev.grpctuning.guard.Objective(this.p99, this.methods, this.errors);
		}

		private static void checkPositive(String name, @Nullable Duration value) {
			if (value != null && (value.isNegative() || value.isZero())) {
				throw new InvalidConfigurationPropertyValueException(NAME + name, value, "It must be longer than 0.");
			}
		}

	}

}
