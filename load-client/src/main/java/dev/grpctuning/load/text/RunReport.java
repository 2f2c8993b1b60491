package dev.grpctuning.load.text;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.result.Measured;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;

/** Prints a run in each format. */
public final class RunReport {

	public static final Table<RunDocument> CSV = sending(
			calls(new Table<RunDocument>().text("target", RunDocument::target)
				.text("startedAt", RunDocument::startedAt)
				.text("model", (run) -> run.plan().model())
				.number("channels", (run) -> run.plan().channels()))
				.number("requestBytes",
						(run) -> (run.messageSizes() != null) ? run.messageSizes().requestBytes() : null)
				.number("responseBytes",
						(run) -> (run.messageSizes() != null) ? run.messageSizes().responseBytes() : null))
		.text("loadGeneratorSaturated", (run) -> run.client().saturated())
		.number("serverCpuSeconds", (run) -> (run.server() != null) ? run.server().cpuSeconds() : null)
		.number("serverPeakThreads", (run) -> (run.server() != null) ? run.server().peakThreads() : null)
		.number("serverPeakHeapBytes", (run) -> (run.server() != null) ? run.server().peakHeapBytes() : null)
		.number("protocolErrors", RunReport::protocolErrors)
		.text("failure", RunDocument::failure);

	private RunReport() {
	}

	public static String of(RunDocument run, RunFormat format) {
		return switch (format) {
			case TABLE -> RunSummary.of(run);
			case QPS -> QpsLayout.of(run);
			case GRID -> GridLayout.of(List.of(GridLayout.Row.of(run)));
			case JSON -> ResultFile.text(run);
			case CSV ->
				new Table<RunDocument>().text("name", RunDocument::name).all(CSV, (named) -> named).csv(List.of(run));
		};
	}

	/** Adds columns of counts and latencies. */
	public static <T extends Measured> Table<T> calls(Table<T> table) {
		return table.number("started", (run) -> run.counts().started())
			.number("ok", (run) -> run.counts().ok())
			.number("failed", (run) -> run.counts().failedTotal())
			.number("cancelled", (run) -> run.counts().cancelled())
			.number("unfinished", (run) -> run.counts().unfinished())
			.number("elapsedSeconds", Measured::elapsedSeconds)
			.number("throughputPerSecond", Measured::throughputPerSecond)
			.number("goodputPerSecond", (run) -> (run.goodput() != null) ? run.goodput().perSecond() : null)
			.optional()
			.number("recoverySeconds",
					(run) -> (run.goodput() != null && run.goodput().recovery() != null)
							? run.goodput().recovery().seconds() : null)
			.optional()
			.latencies("latencyMicros", Measured::latencyMicros)
			.latencies("responseTimeMicros", Measured::responseTimeMicros);
	}

	/** Adds columns of sending and the client's cost. */
	public static <T extends Measured> Table<T> sending(Table<T> table) {
		return table.number("sentPerSecond", (run) -> (run.sending() != null) ? run.sending().sentPerSecond() : null)
			.number("lateShare", (run) -> (run.sending() != null) ? run.sending().lateShare() : null)
			.number("clientCpuSeconds", (run) -> (run.client() != null) ? run.client().cpuSeconds() : null)
			.number("clientCpuMicrosPerCall", (run) -> (run.client() != null) ? run.client().cpuMicrosPerCall() : null)
			.number("clientPeakHeapBytes", (run) -> (run.client() != null) ? run.client().peakHeapBytes() : null);
	}

	public static @Nullable Object protocolErrors(Measured measured) {
		ProtocolErrors errors = measured.protocolErrors();
		return (errors != null) ? errors.count() : null;
	}

}
