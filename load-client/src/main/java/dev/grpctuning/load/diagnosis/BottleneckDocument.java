package dev.grpctuning.load.report;

import dev.grpctuning.load.why.Bottleneck;
import dev.grpctuning.load.why.RunFigures;

/**
 * What held a run up, as it is written to a result file.
 *
 * @param kind what it was
 * @param text that with the figures that say so
 */
public record BottleneckDocument(Bottleneck kind, String text) {

	static BottleneckDocument of(RunFigures figures) {
		Bottleneck kind = Bottleneck.of(figures);
		return new BottleneckDocument(kind, BottleneckText.of(kind, figures));
	}

	/**
	 * What it was, in words.
	 * @return such as {@code queueing in the executor}
	 */
	public String title() {
		return BottleneckText.title(this.kind);
	}

}
