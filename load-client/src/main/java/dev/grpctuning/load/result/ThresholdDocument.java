package dev.grpctuning.load.report;

import org.jspecify.annotations.Nullable;

/**
 * A condition that a run had to meet.
 *
 * @param gate the condition, as it was written
 * @param value the figure with its unit, or {@code null} if it was not measured
 * @param held whether the run meets it
 */
public record GateDocument(String gate, @Nullable String value, boolean held) {

	/**
	 * What is said of it.
	 * @return one line
	 */
	public String line() {
		return this.gate + ": " + ((this.value != null) ? this.value : "not measured")
				+ (this.held ? ", held" : ", FAILED");
	}

}
