package dev.grpctuning.load;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.metrics.LoadMeters;

/**
 * The meters of the latest of several runs. They stay until there is a run with other
 * tags, so that its last figures are seen.
 */
final class LatestMeters {

	private final MeterRegistry registry;

	private @Nullable LoadMeters latest;

	LatestMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	/**
	 * The meters for a run.
	 * @param target what is called, as the user named it
	 * @param model name of the model by which it is called
	 * @return those of the run before if they have the same tags
	 */
	synchronized LoadMeters of(String target, String model) {
		LoadMeters before = this.latest;
		if (before != null && before.areOf(target, model)) {
			return before;
		}
		if (before != null) {
			before.close();
		}
		LoadMeters created = new LoadMeters(this.registry, target, model);
		this.latest = created;
		return created;
	}

}
