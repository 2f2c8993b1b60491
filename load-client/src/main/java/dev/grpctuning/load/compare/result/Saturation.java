package dev.grpctuning.load.compare.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.diagnosis.Bottleneck;
import dev.grpctuning.load.diagnosis.BottleneckDocument;
import dev.grpctuning.load.result.RunDocument;

/**
 * In how many of its runs a variant was held up by the client, so that their figures are
 * not the server's.
 */
public final class Saturation {

	private Saturation() {
	}

	/**
	 * Says it of a variant.
	 * @return such as {@code load generator saturated in 3 of 10 runs}, or {@code null}
	 * if in none
	 */
	public static @Nullable String of(Variant variant) {
		long limited = variant.runs().stream().filter(Saturation::limited).count();
		if (limited == 0) {
			return null;
		}
		return (variant.runs().size() == 1) ? "load generator saturated"
				: "load generator saturated in %d of %d runs".formatted(limited, variant.runs().size());
	}

	public static Map<String, String> of(List<Variant> variants) {
		Map<String, String> said = new LinkedHashMap<>();
		for (Variant variant : variants) {
			String limited = of(variant);
			if (limited != null) {
				said.put(variant.name(), limited);
			}
		}
		return said;
	}

	private static boolean limited(RunDocument run) {
		BottleneckDocument bottleneck = (run.diagnosis() != null) ? run.diagnosis().bottleneck() : null;
		return run.client().saturated()
				|| (bottleneck != null && bottleneck.kind() == Bottleneck.LOAD_GENERATOR_SATURATED);
	}

}
