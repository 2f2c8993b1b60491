package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.LiveTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/**
 * Asks a server whether it can be made all variants.
 */
final class VariantCheck {

	private VariantCheck() {
	}

	/**
	 * Asks for one variant after the other.
	 */
	static void check(List<Variant> variants, LiveTuning tuning, Function<Variant, Map<String, String>> values)
			throws TuningRefusedException, IOException, InterruptedException {
		tuning.check(Map.of());
		for (Variant variant : variants) {
			try {
				tuning.check(values.apply(variant));
			}
			catch (TuningRefusedException ex) {
				throw new TuningRefusedException("variant %s: %s".formatted(variant.title(), ex.getMessage()));
			}
		}
	}

}
