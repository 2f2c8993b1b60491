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
				.text("startedAt", (run) -> run.load().startedAt())
				.text("model", (run) -> run.plan().model())
				.number("channels", (run) -> run.plan().channels()))
				.number("requestBytes", (run) -> run.load().messages().requestBytes())
				.number("responseBytes", (run) -> run.load().messages().responseBytes()))
		.text("loadGeneratorSaturated", (run) -> run.load().client().saturated())
		.number("serverCpuSeconds", (run) -> (run.server() != null) ? run.server().cpuSeconds() : null)
		.number("serverPeakThreads", (run) -> (run.server() != null) ? run.server().peakThreads() : null)
		.number("serverPeakHeapBytes", (run) -> (run.server() != null) ? run.server().peakHeapBytes() : null)
		.number("protocolErrors", RunReport::protocolErrors)
		.text("failure", (run) -> run.outcome().failure());

	private RunReport() {
	}

	public static String of(RunDocument run, RunFormat format) {
		return switch (format) {
			case TABLE -> SummaryText.of(run);
			case QPS -> QpsLayout.of(run);
			case GRID -> GridLayout.of(List.of(GridLayout.Row.of(run)));
			case JSON -> ResultFile.text(run);
			case CSV ->
				new Table<RunDocument>().text("name", RunDocument::name).all(CSV, (named) -> named).csv(List.of(run));
		};
	}

	/** Adds columns of counts and latencies. */
	public static <T extends Measured> Table<T> calls(Table<T> table) {
		return table.number("started", (run) -> run.load().counts().started())
			.number("ok", (run) -> run.load().counts().ok())
			.number("failed", (run) -> run.load().counts().failedTotal())
			.number("cancelled", (run) -> run.load().counts().cancelled())
			.number("unfinished", (run) -> run.load().counts().unfinished())
			.number("elapsedSeconds", (run) -> run.load().rate().elapsedSeconds())
			.number("throughputPerSecond", (run) -> run.load().rate().perSecond())
			.number("goodputPerSecond", (run) -> run.outcome().goodputPerSecond())
			.optional()
			.number("recoverySeconds",
					(run) -> (run.outcome().recovery() != null) ? run.outcome().recovery().seconds() : null)
			.optional()
			.latencies("latencyMicros", (run) -> run.load().latencyMicros().service())
			.latencies("responseTimeMicros", (run) -> run.load().latencyMicros().response());
	}

	/** Adds columns of sending and the client's cost. */
	public static <T extends Measured> Table<T> sending(Table<T> table) {
		return table
			.number("sentPerSecond",
					(run) -> (run.load().sending() != null) ? run.load().sending().sentPerSecond() : null)
			.number("lateShare", (run) -> (run.load().sending() != null) ? run.load().sending().lateShare() : null)
			.number("clientCpuSeconds", (run) -> run.load().client().cpuSeconds())
			.number("clientCpuMicrosPerCall", (run) -> run.load().client().cpuMicrosPerCall())
			.number("clientPeakHeapBytes", (run) -> run.load().client().peakHeapBytes());
	}

	public static @Nullable Object protocolErrors(Measured measured) {
		ProtocolErrors errors = measured.load().protocolErrors();
		return (errors != null) ? errors.count() : null;
	}

}
