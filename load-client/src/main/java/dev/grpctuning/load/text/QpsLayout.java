package dev.grpctuning.load.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.MessageSizes;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.plan.OpenDocument;
import dev.grpctuning.load.result.plan.PlanDocument;
import dev.grpctuning.load.schedule.Shard;

/**
 * A run as grpc-java's qps_client prints one, line for line: as
 * {@code AsyncClient.printStats} in io.grpc:grpc-benchmarks where calls are kept open,
 * and as {@code OpenLoopClient.printStats} where they arrive. Latencies run from the send
 * of a call, and the last line is empty. A figure that the plan does not have is a dash.
 */
final class QpsLayout {

	private static final String UNKNOWN = "-";

	private QpsLayout() {
	}

	static String of(RunDocument run) {
		PlanDocument plan = run.plan();
		StringBuilder text = new StringBuilder();
		if (plan.open() == null) {
			line(text, "Channels:", plan.channels());
			line(text, "Outstanding RPCs per Channel:", openPerChannel(plan));
		}
		MessageSizes sizes = run.messageSizes();
		line(text, "Server Payload Size:", size((sizes != null) ? sizes.responseBytes() : null));
		line(text, "Client Payload Size:", size((sizes != null) ? sizes.requestBytes() : null));
		line(text, "50%ile Latency (in micros):", run.latencyMicros().p50());
		line(text, "90%ile Latency (in micros):", run.latencyMicros().p90());
		line(text, "95%ile Latency (in micros):", run.latencyMicros().p95());
		line(text, "99%ile Latency (in micros):", run.latencyMicros().p99());
		line(text, "99.9%ile Latency (in micros):", run.latencyMicros().p999());
		line(text, "Maximum Latency (in micros):", run.latencyMicros().max());
		if (plan.open() == null) {
			line(text, "QPS:", (long) run.throughputPerSecond());
		}
		else {
			line(text, "Actual QPS:", (long) run.throughputPerSecond());
			line(text, "Target QPS:", target(run, plan.open()));
		}
		return text.toString();
	}

	private static Object openPerChannel(PlanDocument plan) {
		if (plan.blocking() != null) {
			return number((double) plan.blocking().clients() / plan.channels());
		}
		return (plan.closed() != null && plan.closed().outstanding() != null) ? plan.closed().outstanding() : UNKNOWN;
	}

	private static Object size(@Nullable Double bytes) {
		return (bytes != null) ? Math.round(bytes) : UNKNOWN;
	}

	/**
	 * The mean rate of what changes; a shard of a plan has a rate of its own.
	 */
	private static Object target(RunDocument run, OpenDocument plan) {
		if (plan.callsPerSecond() != null && plan.shard().equals(Shard.ALL)) {
			return number(plan.callsPerSecond());
		}
		Double planned = (run.sending() != null) ? run.sending().plannedPerSecond() : null;
		return (planned != null) ? number(planned) : UNKNOWN;
	}

	private static String number(double value) {
		return BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
	}

	private static void line(StringBuilder text, String label, Object value) {
		text.append(String.format("%-32s", label)).append(value).append('\n');
	}

}
