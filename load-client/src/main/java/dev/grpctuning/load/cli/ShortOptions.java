package dev.grpctuning.load;

import java.util.Arrays;

/**
 * Options that are typed often, and the properties that they stand for.
 */
final class ShortOptions {

	private ShortOptions() {
	}

	/**
	 * Writes options out.
	 */
	static String[] expand(String[] args) {
		return Arrays.stream(args).map(ShortOptions::expand).toArray(String[]::new);
	}

	private static String expand(String arg) {
		if (arg.equals("--quiet")) {
			return "--load.quiet=true";
		}
		return arg.replaceFirst("^--(?=(format|quiet)=)", "--load.")
			.replaceFirst("^--(?=slo=)", "--search.")
			.replaceFirst("^--(?=knobs=)", "--tune.");
	}

}
