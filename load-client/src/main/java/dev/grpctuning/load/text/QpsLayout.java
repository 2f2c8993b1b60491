package dev.grpctuning.load.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.template.Templates;

/**
 * A run as grpc-java's qps_client prints one, line for line: as
 * {@code AsyncClient.printStats} in io.grpc:grpc-benchmarks where calls are kept open,
 * and as {@code OpenLoopClient.printStats} where they arrive. Latencies run from the send
 * of a call, and the last line is empty. A figure that the plan does not have is a dash.
 */
final class QpsLayout {

	private QpsLayout() {
	}

	static String of(RunDocument run) {
		return Templates.text("qps", View.of(run)) + "\n";
	}

	private record View(boolean open, String channels, String openPerChannel, String responseBytes, String requestBytes,
			String p50, String p90, String p95, String p99, String p999, String max, String qps, String target) {

		private static View of(RunDocument run) {
			PlanDocument plan = run.plan();
			LatencySummary latency = run.load().latencyMicros().service();
			Messages sizes = run.load().messages();
			return new View(plan.open() != null, number(plan.channels()), number(openPerChannel(plan)),
					size(sizes.responseBytes()), size(sizes.requestBytes()), number(latency.p50()),
					number(latency.p90()), number(latency.p95()), number(latency.p99()), number(latency.p999()),
					number(latency.max()), number((long) run.load().rate().perSecond()), number(target(run)));
		}

		private static @Nullable Number openPerChannel(PlanDocument plan) {
			if (plan.blocking() != null) {
				return (double) plan.blocking().clients() / plan.channels();
			}
			return (plan.closed() != null) ? plan.closed().outstanding() : null;
		}

		/** The mean rate of what changes; a shard of a plan has a rate of its own. */
		private static @Nullable Double target(RunDocument run) {
			PlanDocument.Open plan = run.plan().open();
			if (plan != null && plan.callsPerSecond() != null && plan.shard().equals(Shard.ALL)) {
				return plan.callsPerSecond();
			}
			return (run.load().sending() != null) ? run.load().sending().plannedPerSecond() : null;
		}

		private static String size(@Nullable Double bytes) {
			return number((bytes != null) ? Math.round(bytes) : null);
		}

		private static String number(@Nullable Number value) {
			return (value != null) ? BigDecimal.valueOf(value.doubleValue())
				.setScale(2, RoundingMode.HALF_UP)
				.stripTrailingZeros()
				.toPlainString() : "-";
		}

	}

}
