package dev.grpctuning.load.report;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.ClientUse;
import dev.grpctuning.load.engine.Counts;
import dev.grpctuning.load.engine.LoadResult;
import dev.grpctuning.load.engine.MessageSizes;
import dev.grpctuning.load.engine.Messages;
import dev.grpctuning.load.engine.ProtocolErrors;
import dev.grpctuning.load.engine.Sending;
import dev.grpctuning.load.engine.WarmupResult;
import dev.grpctuning.load.latency.LatencySummary;

/**
 * The figures of a trial, which becomes no document: its server is not observed.
 *
 * @param load what came of the trial
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
	public @Nullable Sending sending() {
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
	public WhyDocument why() {
		return WhyDocument.of(this.load);
	}

	@Override
	public List<GateDocument> gates() {
		return List.of();
	}

}
