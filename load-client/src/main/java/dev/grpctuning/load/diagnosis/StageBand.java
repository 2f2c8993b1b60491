package dev.grpctuning.load.diagnosis;

import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.latency.Stage;
import dev.grpctuning.load.latency.StageTimes;
import dev.grpctuning.load.stats.Figures;

/**
 * Mean stages of some sampled calls, in microseconds, which add up to their mean response
 * time.
 *
 * @param percentile percentile that the calls are around, {@code null} for all calls
 * @param calls number of sampled calls
 * @param writeAndNetworkMicros {@code null} if client and server have no common clock
 * @param flushAndNetworkMicros {@code null} if client and server have no common clock
 * @param networkMicros these two together, {@code null} if they are known
 */
public record StageBand(@Nullable Double percentile, long calls, double responseMicros, double scheduleSlipMicros,
		double streamWaitMicros, @Nullable Double writeAndNetworkMicros, double eventLoopMicros,
		double executorQueueMicros, double handlerMicros, @Nullable Double flushAndNetworkMicros,
		@Nullable Double networkMicros, double clientEventLoopMicros) {

	static StageBand of(StageTimes.Band band) {
		double network = micros(band, Stage.NETWORK);
		double write = micros(band, Stage.WRITE_AND_NETWORK);
		double flush = micros(band, Stage.FLUSH_AND_NETWORK);
		boolean oneClock = network == 0;
		return new StageBand((band.percentile() != 0) ? band.percentile() : null, band.calls(),
				round(band.responseMicros()), micros(band, Stage.SCHEDULE_SLIP), micros(band, Stage.STREAM_WAIT),
				(oneClock || write != 0) ? write : null, micros(band, Stage.EVENT_LOOP),
				micros(band, Stage.EXECUTOR_QUEUE), micros(band, Stage.HANDLER),
				(oneClock || flush != 0) ? flush : null, oneClock ? null : network,
				micros(band, Stage.CLIENT_EVENT_LOOP));
	}

	private static double micros(StageTimes.Band band, Stage stage) {
		return round(band.micros().getOrDefault(stage, 0.0));
	}

	private static double round(double micros) {
		return Math.round(micros * 10) / 10.0;
	}

	/** Response time less all stages. */
	public double unexplainedMicros() {
		double explained = Stream
			.of(this.scheduleSlipMicros, this.streamWaitMicros, this.writeAndNetworkMicros, this.eventLoopMicros,
					this.executorQueueMicros, this.handlerMicros, this.flushAndNetworkMicros, this.networkMicros,
					this.clientEventLoopMicros)
			.filter(Objects::nonNull)
			.mapToDouble(Double::doubleValue)
			.sum();
		return round(this.responseMicros - explained);
	}

	/** Such as {@code p99.9}. */
	public String title() {
		return (this.percentile != null) ? "p" + Figures.number(this.percentile) : "mean";
	}

}
