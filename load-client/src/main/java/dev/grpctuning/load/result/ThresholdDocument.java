package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

/**
 * A threshold and the figure with its unit, {@code null} if it was not measured.
 */
public record ThresholdDocument(String threshold, @Nullable String value, boolean held) {

	public String line() {
		return this.threshold + ": " + ((this.value != null) ? this.value : "not measured")
				+ (this.held ? ", held" : ", FAILED");
	}

}
