package dev.grpctuning.load.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.report.ExperimentDocument.Variant;
import dev.grpctuning.load.why.Bottleneck;

/**
 * In how many of its runs a variant was held up by the client, so that their figures are
 * not the server's.
 */
public final class ClientLimited {

	private ClientLimited() {
	}

	/**
	 * Says it of a variant.
	 * @param variant the variant
	 * @return such as {@code client-limited in 3 of 10 runs}, or {@code null} if in none
	 */
	public static @Nullable String of(Variant variant) {
		long limited = variant.runs().stream().filter(ClientLimited::limited).count();
		if (limited == 0) {
			return null;
		}
		return (variant.runs().size() == 1) ? "client-limited"
				: "client-limited in %d of %d runs".formatted(limited, variant.runs().size());
	}

	/**
	 * Says it of several.
	 * @param variants the variants
	 * @return what is said by the name of the variant, of those of which there is
	 * anything
	 */
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
		BottleneckDocument bottleneck = (run.why() != null) ? run.why().bottleneck() : null;
		return run.client().limited() || (bottleneck != null && bottleneck.kind() == Bottleneck.CLIENT_LIMITED);
	}

}
