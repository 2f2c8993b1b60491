package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.autopilot.AutopilotMode;
import dev.grpctuning.autopilot.AutopilotSettings;
import dev.grpctuning.autopilot.Bounds;

/**
 * Properties of the autopilot.
 *
 * @param mode Whether the autopilot is off, recommends better settings, or applies them.
 * @param bounds Values that the autopilot may try, such as executor.threads=4..64 or
 * executor.type=virtual,fork-join. A knob without values, such as executor.threads=,
 * stays as it is.
 * @param quiet Time without experiments after the start, and after each change by
 * somebody else.
 * @param maxTime Share of each hour in which candidates may be in force, from 0 to 1.
 * @param maxOutside Share of each hour's calls that may be outside the objective because
 * of candidates, from 0 to 1.
 * @param maxExperiment Maximum duration of an experiment.
 */
@ConfigurationProperties("grpc.tuning.autopilot")
record AutopilotProperties(@DefaultValue("off") AutopilotMode mode, @DefaultValue List<String> bounds,
		@DefaultValue("2m") Duration quiet, @DefaultValue("0.1") double maxTime,
		@DefaultValue("0.001") double maxOutside, @DefaultValue("5m") Duration maxExperiment) {

	private static final String NAME = "grpc.tuning.autopilot.";

	AutopilotSettings checked() {
		check(!this.quiet.isNegative(), "quiet", this.quiet, "It must not be negative.");
		check(this.maxTime >= 0 && this.maxTime <= 1, "max-time", this.maxTime,
				"It must be a share of each hour from 0 to 1, such as 0.1.");
		check(this.maxOutside >= 0 && this.maxOutside <= 1, "max-outside", this.maxOutside,
				"It must be a share of calls from 0 to 1, such as 0.001.");
		check(!this.maxExperiment.isNegative() && !this.maxExperiment.isZero(), "max-experiment", this.maxExperiment,
				"It must be longer than 0.");
		try {
			return new AutopilotSettings(this.mode, Bounds.of(this.bounds), this.quiet, this.maxTime, this.maxOutside,
					this.maxExperiment);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(NAME + "bounds", this.bounds, ex.getMessage() + ".");
		}
	}

	private static void check(boolean possible, String name, Object value, String reason) {
		if (!possible) {
			throw new InvalidConfigurationPropertyValueException(NAME + name, value, reason);
		}
	}

}
