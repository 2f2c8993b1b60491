package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

/**
 * A condition that a run had to meet.
 *
 * @param value the figure with its unit, or {@code null} if it was not measured
 */
public record ThresholdDocument(String threshold, @Nullable String value, boolean held) {

	/**
	 * What is said of it.
	 */
	public String line() {
		return this.threshold + ": " + ((this.value != null) ? this.value : "not measured")
				+ (this.held ? ", held" : ", FAILED");
	}

}
