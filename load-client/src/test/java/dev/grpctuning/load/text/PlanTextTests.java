package dev.grpctuning.load.text;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.PlanDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Replay;
import dev.grpctuning.load.schedule.Shard;

/** Tests for the plans of {@link RunWords}. */
@Tag(Approved.TAG)
class PlanTextTests {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	@Test
	void whenThereAreBurstsThenTheirFiguresArePrinted() {
		Approved.assertCase("run.txt", RunWords.plan(PlanDocument.of(Samples.bursts())));
	}

	@Test
	void whenCallsAreKeptOpenThenTheirNumberIsSaid() {
		Approved.assertCase("run.txt", RunWords.plan(PlanDocument.of(Samples.closed())),
				text(closed(new Concurrency.Ramp(1, 8, MINUTE))),
				text(closed(new Concurrency.Steps(List.of(1, 8), MINUTE))));
	}

	@Test
	void whenCallsArriveThenTheirRateIsSaid() {
		Approved.assertCase("run.txt", RunWords.plan(PlanDocument.of(Samples.open())),
				text(open(new Rate.Ramp(0, 5000, MINUTE))), text(open(new Rate.Steps(List.of(1.0, 2.25), MINUTE))));
	}

	@Test
	void whenAFileIsReplayedThenItIsNamed() {
		Approved.assertCase("run.txt",
				text(new LoadModel.Open(new ArrivalPlan.OfFile(new Replay(Path.of("times.txt"), 7000, 1), Shard.ALL),
						Duration.ofMillis(10), 0.01, Warmup.NONE, MINUTE)));
	}

	private static LoadModel closed(Concurrency concurrency) {
		return new LoadModel.Closed(concurrency, Warmup.NONE, MINUTE);
	}

	private static LoadModel open(Rate rate) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.CONSTANT, 9, Shard.ALL), Duration.ofMillis(10),
				0.01, Warmup.NONE, MINUTE);
	}

	private static String text(LoadModel model) {
		return RunWords.plan(PlanDocument.of(Samples.plan(model)));
	}

}
