package dev.grpctuning.load.knee;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.search.SearchFactory;
import dev.grpctuning.load.search.SearchRunner;
import dev.grpctuning.load.text.Display;

/** Searches for the highest rate at which an objective holds, at each variant. */
@Component("knee")
record KneeCommand(SearchFactory searches, ExperimentFactory experiments, SearchRunner runner,
		Live live) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		Instant startedAt = Instant.now();
		KneePlan checked = new KneePlan(this.searches.plan(CommandName.KNEE, startedAt, this.experiments),
				this.experiments.withNoise(this.experiments.searched(CommandName.KNEE)));
		return this.runner.<KneeDocument>run(CommandName.KNEE, checked.search(), checked.variants(), checked.title(),
				checked.length(), (search, driver, display, results) -> run(new KneePlan(search, checked.variants()),
						driver, display, results));
	}

	private void run(KneePlan plan, RunDriver driver, Display display, Consumer<KneeDocument> results)
			throws IOException {
		List<KneeResult> ended = new ArrayList<>();
		try {
			new KneeRun(plan, driver, display, (result) -> {
				ended.add(result);
				results.accept(KneeDocument.of(plan, ended));
			}, (open) -> {
				List<KneeResult> all = Stream.of(ended, open).flatMap(List::stream).toList();
				this.live.show(() -> KneeDocument.of(plan, all).report(null).html());
			}).run();
		}
		finally {
			results.accept(KneeDocument.of(plan, ended));
		}
	}

}
