package dev.grpctuning.load.live;

import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.template.Templates;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.RunReport;

/** The result of a run, below the timeline that the page has drawn of it. */
public final class RunPage {

	private RunPage() {
	}

	public static String of(RunDocument run) {
		return Templates.linked("live-run", new View(run.name(), RunReport.of(run, RunFormat.TABLE)));
	}

	private record View(String name, String summary) {
	}

}
