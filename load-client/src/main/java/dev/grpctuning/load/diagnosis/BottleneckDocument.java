package dev.grpctuning.load.diagnosis;

/**
 * What held a run up, as it is written to a result file.
 */
public record BottleneckDocument(Bottleneck kind, String text) {

	static BottleneckDocument of(RunFigures figures) {
		Bottleneck kind = Bottleneck.of(figures);
		return new BottleneckDocument(kind, BottleneckText.of(kind, figures));
	}

	/**
	 * What it was, in words.
	 */
	public String title() {
		return BottleneckText.title(this.kind);
	}

}
