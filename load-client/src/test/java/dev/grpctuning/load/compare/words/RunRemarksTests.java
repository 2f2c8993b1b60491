package dev.grpctuning.load.compare.words;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.report.ExperimentReport;
import dev.grpctuning.load.compare.result.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.result.ServerRun;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.text.RunFormat;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RunRemarks}. */
@Tag(Approved.TAG)
class RunRemarksTests {

	@Test
	void whenAllRunsBeganFlatThenThereIsNothingToSay() {
		assertThat(remarks(variant("one", true, true), variant("two", true, true))).isEmpty();
	}

	@Test
	void whenSomeWereNotFlatThenItIsSaidHowManyAndOfWhichVariants() {
		Approved.assertCase("compare.txt", text(variant("one", true, false, false), variant("two", true, true, true),
				variant("three", false, true, true)));
	}

	@Test
	void whenVariantsRanOnceThenTheyAreOnlyNamed() {
		Approved.assertCase("compare.txt", text(variant("one", false), variant("two", true)),
				text(variant("one", false)));
	}

	@Test
	void whenItWasNotAskedForThenARunDoesNotCount() {
		Approved.assertCase("compare.txt", text(variant("one", null, null), variant("two", true, false)));
	}

	@Test
	void whenARunEndedInItsWarmUpThenItDidNotBegin() {
		assertThat(remarks(result("one", new WarmupResult(0, false)), variant("two", true))).isEmpty();
	}

	@Test
	void whenItWasSoOfManyVariantsThenNotAllAreNamed() {
		VariantResult[] many = IntStream.rangeClosed(1, 8)
			.mapToObj((number) -> variant("v" + number, false))
			.toArray(VariantResult[]::new);
		Approved.assertCase("compare.txt", text(many));
	}

	@Test
	void whenThereIsARemarkThenTheTableEndsWithIt() {
		ExperimentDocument document = document(variant("one", true), variant("two", false));
		assertThat(ExperimentReport.text(document, RunFormat.TABLE, UnaryOperator.identity()))
			.endsWith("\n" + RunRemarks.of(document).getFirst());
	}

	@Test
	void whenServersHadNotSettledThenThatIsSaidToo() {
		Approved.assertCase("compare.txt", text(settled("one", true), settled("two", false), variant("three", false)));
	}

	@Test
	void whenNobodyWaitedForServersThenItIsNotSaidWhetherTheyHadSettled() {
		assertThat(remarks(settled("one", null))).isEmpty();
	}

	private static VariantResult settled(String name, @Nullable Boolean settled) {
		ServerRun run = Samples.run(Samples.answered());
		ServerObservation seen = run.server();
		return new VariantResult(Samples.variant(name), Ended.COMPLETED, null,
				List.of(new ServerRun(
						1, run.load(), new ServerObservation(seen.spec(), seen.startSeconds(), settled, seen.samples(),
								seen.gc(), seen.exit(), seen.tuning(), seen.here(), List.of()),
						ClientObservation.NONE)));
	}

	private static String text(VariantResult... results) {
		return String.join("\n", remarks(results));
	}

	private static List<String> remarks(VariantResult... results) {
		return RunRemarks.of(document(results));
	}

	private static ExperimentDocument document(VariantResult... results) {
		return Experiments.document(Samples.experiment(null), results);
	}

	private static VariantResult variant(String name, @Nullable Boolean... steady) {
		return result(name, Stream.of(steady).map((it) -> new WarmupResult(1.5, it)).toArray(WarmupResult[]::new));
	}

	private static VariantResult result(String name, WarmupResult... warmups) {
		List<ServerRun> runs = new ArrayList<>();
		for (WarmupResult warmup : warmups) {
			ServerRun run = Samples.run(warmedUp(warmup));
			runs.add(new ServerRun(runs.size() + 1, run.load(), run.server(), ClientObservation.NONE));
		}
		return new VariantResult(Samples.variant(name), Ended.COMPLETED, null, runs);
	}

	private static LoadResult warmedUp(WarmupResult warmup) {
		LoadResult load = Samples.answered();
		return new LoadResult(load.startedAt(), load.startedNanos(), load.counts(), load.statuses(),
				load.elapsedSeconds(), load.windowSeconds(), load.throughputPerSecond(), load.latencyMicros(),
				load.responseTimeMicros(), load.latencies(), load.messageSizes(), load.messages(), load.sending(),
				warmup, load.clippedLatencies(), load.client(), load.stoppedBy(), load.timeline(), null, null, null,
				null);
	}

}
