package dev.grpctuning.load.search.result;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.ClientUse;
import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.ThresholdDocument;

/**
 * The figures of a trial, which becomes no document: its server is not observed.
 */
public record TrialFigures(LoadResult load) implements Measured {

	@Override
	public Counts counts() {
		return this.load.counts();
	}

	@Override
	public Map<String, String> firstFailures() {
		return this.load.firstFailures();
	}

	@Override
	public double elapsedSeconds() {
		return this.load.elapsedSeconds();
	}

	@Override
	public double throughputPerSecond() {
		return this.load.throughputPerSecond();
	}

	@Override
	public LatencySummary latencyMicros() {
		return this.load.latencyMicros();
	}

	@Override
	public LatencySummary responseTimeMicros() {
		return this.load.responseTimeMicros();
	}

	@Override
	public long clippedLatencies() {
		return this.load.clippedLatencies();
	}

	@Override
	public MessageSizes messageSizes() {
		return this.load.messageSizes();
	}

	@Override
	public @Nullable Messages messages() {
		return this.load.messages();
	}

	@Override
	public @Nullable WarmupResult warmup() {
		return this.load.warmup();
	}

	@Override
	public @Nullable SendStats sending() {
		return this.load.sending();
	}

	@Override
	public ClientUse client() {
		return this.load.client();
	}

	@Override
	public @Nullable ProtocolErrors protocolErrors() {
		return this.load.protocolErrors();
	}

	@Override
	public DiagnosisDocument diagnosis() {
		return DiagnosisDocument.of(this.load);
	}

	@Override
	public List<ThresholdDocument> thresholds() {
		return List.of();
	}

}
