package dev.grpctuning.load.cli;

import java.util.Arrays;

/** Short options and the properties that they stand for. */
public final class ShortOptions {

	private ShortOptions() {
	}

	public static String[] expand(String[] args) {
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
