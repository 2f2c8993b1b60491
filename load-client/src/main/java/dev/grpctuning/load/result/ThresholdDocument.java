package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.template.Templates;

/** A threshold and the figure with its unit, {@code null} if it was not measured. */
public record ThresholdDocument(String threshold, @Nullable String value, boolean held) {

	public String line() {
		return Templates.text("threshold", this);
	}

}
