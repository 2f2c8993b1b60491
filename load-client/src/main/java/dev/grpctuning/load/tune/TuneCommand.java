package dev.grpctuning.load.tune;

import java.time.Instant;
import java.util.List;

import org.springframework.stereotype.Component;

import dev.grpctuning.load.command.Command;
import dev.grpctuning.load.command.CommandName;
import dev.grpctuning.load.search.SearchRunner;

/** Searches for knobs with which an objective holds at a higher rate. */
@Component("tune")
record TuneCommand(TuneFactory tunes, SearchRunner runner) implements Command {

	@Override
	public int execute(List<String> files) throws Exception {
		TunePlan checked = this.tunes.create(Instant.now());
		return this.runner.<TuneDocument>run(CommandName.TUNE, checked.search(), List.of(checked.configured()),
				checked.title(), checked.time(), (run, results) -> new TuneRun(checked, run, results).run());
	}

}
