package dev.grpctuning.load;

import java.util.List;
import java.util.stream.Stream;

import dev.grpctuning.load.report.GateDocument;
import dev.grpctuning.load.report.RunDocument;
import dev.grpctuning.load.report.RunFormat;

/**
 * Says on standard error how gates came out, where what is printed on standard output has
 * no room for it; of those that hold nothing if it is to be quiet.
 */
final class GateLines {

	private GateLines() {
	}

	static void tell(RunFormat format, List<GateDocument> gates, boolean quiet) {
		tell(format, said(gates, quiet).map(GateDocument::line));
	}

	/**
	 * Says it of several runs.
	 */
	static void tellOfEach(RunFormat format, Stream<RunDocument> runs, boolean quiet) {
		tell(format, runs.flatMap((run) -> said(run.gates(), quiet).map((gate) -> run.name() + ": " + gate.line())));
	}

	private static Stream<GateDocument> said(List<GateDocument> gates, boolean quiet) {
		return gates.stream().filter((gate) -> !quiet || !gate.held());
	}

	private static void tell(RunFormat format, Stream<String> lines) {
		if (format != RunFormat.TABLE && format != RunFormat.JSON) {
			lines.forEach((line) -> System.err.println("gate " + line));
		}
	}

}
