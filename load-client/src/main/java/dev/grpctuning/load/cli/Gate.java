package dev.grpctuning.load.cli;

import java.util.List;
import java.util.Locale;

import org.springframework.boot.ApplicationArguments;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.stats.Comparison;
import dev.grpctuning.load.stats.Comparison.Better;
import dev.grpctuning.load.stats.Comparison.Verdict;

/**
 * The smallest regression that fails a build: {@code --gate=5%}.
 *
 * @param share from 0 to below 1
 */
public record Gate(double share) {

	private static final String NAME = "gate";

	private static final String FORM = "\\d{1,2}(\\.\\d+)?%";

	/** Returns the gate that is given, or the default. */
	public static Gate of(ApplicationArguments arguments, double otherwise) {
		List<String> values = arguments.getOptionValues(NAME);
		if (values == null) {
			return new Gate(otherwise);
		}
		String value = String.join(",", values);
		if (!value.matches(FORM)) {
			throw new UsageException(
					"--gate=%s: is not a share from 0%% to below 100%%; write it in per cent, such as --gate=5%%."
						.formatted(value));
		}
		return new Gate(Double.parseDouble(value.substring(0, value.length() - 1)) / 100);
	}

	public static boolean isGiven(ApplicationArguments arguments) {
		return arguments.containsOption(NAME);
	}

	/** Whether a figure is shown to be worse, and by as much as the gate or more. */
	public boolean isPassedBy(Comparison comparison, Better better) {
		if (comparison.verdict() != Verdict.WORSE) {
			return false;
		}
		return (better == Better.HIGHER) ? comparison.ratio() <= 1 - this.share : comparison.ratio() >= 1 + this.share;
	}

	public String text() {
		return String.format(Locale.ROOT, "%.4f", this.share * 100).replaceFirst("\\.?0+$", "") + " %";
	}

}
