package dev.grpctuning.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

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
	 * @param p99 Duration that 99 % of calls must not exceed.
	 * @param errors Share of calls that may fail more than before, from 0 to 1.
	 */
	record Objective(@Nullable Duration p99, @DefaultValue("0.01") double errors) {

		dev.grpctuning.guard.Objective checked() {
			if (this.p99 != null && (this.p99.isNegative() || this.p99.isZero())) {
				throw new InvalidConfigurationPropertyValueException("grpc.tuning.objective.p99", this.p99,
						"It must be longer than 0.");
			}
			if (!(this.errors >= 0 && this.errors < 1)) {
				throw new InvalidConfigurationPropertyValueException("grpc.tuning.objective.errors", this.errors,
						"It must be a share of calls from 0 to below 1, such as 0.01.");
			}
			return new dev.grpctuning.guard.Objective(this.p99, this.errors);
		}

	}

}
