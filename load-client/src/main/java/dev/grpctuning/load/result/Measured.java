package dev.grpctuning.load.result;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.LoadResult;

/** A load with figures that thresholds can be on; {@code null} is not measured. */
public interface Measured {

	LoadResult load();

	Outcome outcome();

	default @Nullable ServerDocument server() {
		return null;
	}

	default @Nullable DiagnosisDocument diagnosis() {
		return null;
	}

}
