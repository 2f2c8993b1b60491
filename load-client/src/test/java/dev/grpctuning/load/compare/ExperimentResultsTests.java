package dev.grpctuning.load.compare;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ComparisonDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.LatencyAt;
import dev.grpctuning.load.compare.result.Metric;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.threshold.Threshold;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ExperimentResults}. */
class ExperimentResultsTests {

	private static final Variant OTHER = new Variant("other", null, "direct", List.of(), Map.of(), null, null, null);

	private static final int ROUNDS = 40;

	@TempDir
	private Path folder;

	private Experiment experiment;

	private ResultFolder output;

	private ExperimentResults results;

	@BeforeEach
	void begin() {
		Experiment sample = Samples.experiment(null);
		this.experiment = new Experiment(sample.name(), sample.description(), sample.plan(), sample.setup(),
				sample.variants(), sample.baseline(), this.folder, 1, null, Experiment.Rounds.of(ROUNDS),
				Experiment.Measures.USUAL);
		this.output = new ResultFolder(this.folder);
		this.results = new ExperimentResults(this.experiment, Samples.STARTED_AT, List.of(Threshold.parse("ok > 4000")),
				this.output, Environment.current());
	}

	@Test
	void whenARunEndsThenItIsWrittenOnceAndOnlyItsSummaryIsKept() throws IOException {
		addRounds();
		Path runs = this.folder.resolve("runs");
		assertThat(Files.list(runs)).hasSize(this.experiment.variants().size() * ROUNDS);
		assertThat(this.folder.resolve("report.md")).content().contains("held in 80 of 80 runs");
		RunDocument first = ResultFile.read(runs.resolve("1.json"), RunDocument.class);
		assertThat(first.timeline()).hasSize(3);
		assertThat(first.load().latencyMicros().response().histogram()).isNotEmpty();
		assertThat(first.outcome().thresholds()).singleElement()
			.satisfies((checked) -> assertThat(checked.held()).isTrue());
		assertThat(kept()).hasSize(this.experiment.variants().size() * ROUNDS).allSatisfy((run) -> {
			assertThat(run.timeline()).isEmpty();
			assertThat(run.load().latencyMicros().response().histogram()).isEmpty();
			assertThat(run.load().counts().ok()).isEqualTo(5000);
		});
		Path file = runs.resolve("1.json");
		Files.writeString(file,
				Files.readString(file).replace("\"elapsedSeconds\": 2.5", "\"elapsedSeconds\": 4711.0"));
		this.results.write();
		assertThat(result().variants().getFirst().runs().getFirst().load().rate().elapsedSeconds())
			.as("read from the file, not made again")
			.isEqualTo(4711);
	}

	@Test
	void whenARunCannotBeWrittenThenAllOfItIsKept() throws IOException {
		Files.writeString(this.folder.resolve("runs"), "a file where the folder should be");
		add(1, this.experiment.variants().getFirst());
		assertThat(kept()).singleElement().satisfies((run) -> {
			assertThat(run.timeline()).hasSize(3);
			assertThat(this.results.whole(run)).isSameAs(run);
		});
		assertThat(this.output.isComplete()).isFalse();
	}

	@Test
	void whenTheExperimentEndsThenItsResultHasAllOfEachRunAndTheirFilesAreGone() throws IOException {
		addRounds();
		ExperimentDocument document = this.results.write();
		ExperimentDocument written = result();
		assertThat(written.comparison()).isEqualTo(document.comparison());
		assertThat(written.variants()).allSatisfy((variant) -> {
			assertThat(variant.rounds()).hasSize(ROUNDS).startsWith(1, 2).doesNotHaveDuplicates();
			assertThat(variant.runs()).hasSize(ROUNDS).allSatisfy((run) -> assertThat(run.timeline()).hasSize(3));
		});
		this.results.deleteRuns();
		assertThat(this.folder.resolve("runs")).doesNotExist();
		assertThat(this.folder).isDirectoryContaining("glob:**/report.html").isDirectoryContaining("glob:**/report.md");
	}

	@Test
	void whenARoundEndsThenTheReportHasIt() {
		Path report = this.folder.resolve("report.md");
		add(1, this.experiment.variants().getFirst());
		assertThat(report).doesNotExist();
		add(1, this.experiment.variants().getLast());
		this.results.endRound(false);
		assertThat(report).content().contains("Not finished in round 1 of 40.");
	}

	@Test
	void whenThereIsABudgetThenEachRoundIsLookedAtAndNamesWhatIsUndecided() throws IOException {
		begin(Duration.ofMinutes(3), this.experiment.variants().getFirst(), OTHER);
		for (int round = 1; round < 5; round++) {
			int number = round;
			this.experiment.variants().forEach((variant) -> add(number, variant));
			assertThat(this.results.endRound(false)).as("too few rounds").isEqualTo(this.experiment.variants());
		}
		this.experiment.variants().forEach((variant) -> add(5, variant));
		assertThat(this.results.endRound(false)).as("all runs are alike").isEmpty();
		this.results.write();
		ExperimentDocument written = result();
		assertThat(written.design().budget()).isEqualTo(new ExperimentDocument.Budget(180, false));
		assertThat(written.design().seed()).isEqualTo(7);
		assertThat(written.design().rounds()).isEqualTo(5);
		assertThat(written.lastRound()).as("not cut short").isNull();
		assertThat(this.folder.resolve("report.md")).content().contains("All variants are decided.", "same within 5 %");
	}

	@Test
	void whenLaterRoundsAreNoisierThenWhatWasDecidedRunsAgain() {
		begin(Duration.ofMinutes(3), this.experiment.variants().getFirst(), OTHER);
		for (int round = 1; round <= 5; round++) {
			int number = round;
			this.experiment.variants().forEach((variant) -> add(number, variant));
		}
		assertThat(this.results.endRound(false)).isEmpty();
		add(6, this.experiment.variants().getFirst());
		add(6, this.experiment.variants().getLast(), 1000);
		assertThat(this.results.endRound(false)).isEqualTo(this.experiment.variants());
	}

	@Test
	void whenARunHadTwoLoadsThenItIsOfTheOpenOneAndHasTheRateOfTheClosedOne() throws IOException {
		LatencyAt at = new LatencyAt(null, "one", "p99 < 50ms", 3334, false, 0.6, 2000.4, Arrivals.POISSON, 21);
		this.results.latencyAt(List.of(at));
		this.results.add(new VariantResult(this.experiment.variants().getFirst(), Ended.COMPLETED, null,
				List.of(Samples.twoLoads(Samples.answered(), Samples.sent()))));
		this.results.write();
		assertThat(result().latencyAt()).containsExactly(at);
		RunDocument run = result().variants().getFirst().runs().getFirst();
		assertThat(run.plan().model()).isEqualTo("open");
		assertThat(run.load().sending()).as("of the open load").isNotNull();
		assertThat(run.rateLoad().rate().perSecond()).isEqualTo(2000.4);
		assertThat(run.closed()).isNotNull().satisfies((before) -> {
			assertThat(before.plan().model()).isEqualTo("burst");
			assertThat(before.load().counts().ok()).isEqualTo(5000);
			assertThat(before.bottleneck()).isNotNull();
		});
		assertThat(this.folder.resolve("report.html")).content().contains("p99 at 2,000 calls/s (Poisson, 60 % of");
	}

	@Test
	void whenOnlyASecretDiffersFromTheBaselineThenTheVariantIsNoControl() {
		begin(null, withTokens("one", "100"), withTokens("two", "1000"), withTokens("three", "100"));
		this.experiment.variants().forEach((variant) -> add(1, variant));
		assertThat(this.results.document().comparison()).isNotNull()
			.extracting(ComparisonDocument::controls)
			.isEqualTo(Set.of("three"));
	}

	@Test
	void whenAPageIsDrawnThenARunThatEndsDoesNotWaitForIt() throws Exception {
		CompletableFuture<String> page = whileAPageIsDrawn(
				() -> assertThat(CompletableFuture.runAsync(() -> add(2, this.experiment.variants().getFirst())))
					.succeedsWithin(Duration.ofSeconds(30)));
		assertThat(page).succeedsWithin(Duration.ofSeconds(30)).asString().contains("one");
		assertThat(this.output.exitCode(0)).isZero();
	}

	/** Does something while the first run is read. */
	private CompletableFuture<String> whileAPageIsDrawn(Runnable action) throws Exception {
		this.experiment.variants().forEach((variant) -> add(1, variant));
		Path file = this.folder.resolve("runs/1.json");
		String run = Files.readString(file);
		Files.delete(file);
		assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
		CompletableFuture<String> page = CompletableFuture.supplyAsync(this.results::page,
				(task) -> Thread.ofPlatform().daemon().start(task));
		// It can be opened when it is being read.
		CompletableFuture<Writer> pipe = new CompletableFuture<>();
		Thread.ofPlatform().daemon().start(() -> {
			try {
				pipe.complete(Files.newBufferedWriter(file, StandardOpenOption.WRITE));
			}
			catch (IOException ex) {
				pipe.completeExceptionally(ex);
			}
		});
		try (Writer writer = pipe.get(30, TimeUnit.SECONDS)) {
			action.run();
			writer.write(run);
		}
		return page;
	}

	private void begin(@Nullable Duration time, Variant... variants) {
		Experiment all = this.experiment;
		this.experiment = new Experiment(all.name(), null, all.plan(), all.setup(), List.of(variants), all.baseline(),
				this.folder, 1, null, new Experiment.Rounds(1, time, 7, false),
				new Experiment.Measures(Metric.THROUGHPUT, null, null, false));
		this.results = new ExperimentResults(this.experiment, Samples.STARTED_AT, List.of(),
				new ResultFolder(this.folder), Environment.current());
	}

	private static Variant withTokens(String name, String tokens) {
		return new Variant(name, null, null, List.of(), Map.of("bucket.tokens", tokens), null, null, null);
	}

	private ExperimentDocument result() throws IOException {
		return ResultFile.read(this.folder.resolve("result.json"), ExperimentDocument.class);
	}

	private void addRounds() {
		for (int round = 1; round <= ROUNDS; round++) {
			for (Variant variant : this.experiment.variants()) {
				add(round, variant);
			}
			this.results.endRound(false);
		}
	}

	private void add(int round, Variant variant) {
		add(round, variant, Samples.answered().result().rate().perSecond());
	}

	private void add(int round, Variant variant, double perSecond) {
		MeasuredLoad load = new SampleLoad().rate(2.5, 2.5, perSecond).build();
		this.results.add(
				new VariantResult(variant, Ended.COMPLETED, null, List.of(Samples.run(round, Samples.bursts(), load))));
	}

	private List<RunDocument> kept() {
		return this.results.document().variants().stream().flatMap((variant) -> variant.runs().stream()).toList();
	}

}
