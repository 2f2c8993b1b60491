package dev.grpctuning.load.text;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.Messages;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.schedule.Shard;

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
		PlanDocument plan = run.plan();
		LatencySummary latency = run.load().latencyMicros().service();
		Messages sizes = run.load().messages();
		boolean open = plan.open() != null;
		StringBuilder text = new StringBuilder();
		if (!open) {
			line(text, "Channels", plan.channels());
			line(text, "Outstanding RPCs per Channel", openPerChannel(plan));
		}
		line(text, "Server Payload Size", bytes(sizes.responseBytes()));
		line(text, "Client Payload Size", bytes(sizes.requestBytes()));
		line(text, "50%ile Latency (in micros)", latency.p50());
		line(text, "90%ile Latency (in micros)", latency.p90());
		line(text, "95%ile Latency (in micros)", latency.p95());
		line(text, "99%ile Latency (in micros)", latency.p99());
		line(text, "99.9%ile Latency (in micros)", latency.p999());
		line(text, "Maximum Latency (in micros)", latency.max());
		line(text, open ? "Actual QPS" : "QPS", (long) run.load().rate().perSecond());
		if (open) {
			line(text, "Target QPS", target(run));
		}
		return text.toString();
	}

	private static void line(StringBuilder text, String name, @Nullable Number value) {
		String number = (value != null) ? BigDecimal.valueOf(value.doubleValue())
			.setScale(2, RoundingMode.HALF_UP)
			.stripTrailingZeros()
			.toPlainString() : "-";
		text.append(String.format("%-32s%s\n", name + ":", number));
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

	private static @Nullable Long bytes(@Nullable Double bytes) {
		return (bytes != null) ? Math.round(bytes) : null;
	}

}
