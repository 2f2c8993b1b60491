package dev.grpctuning.load.compare.report;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.result.ExperimentDocument;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.result.TimelineDocument;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.observe.Cause;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ExperimentReport}. */
@Tag(Approved.TAG)
class ExperimentReportTests {

	@Test
	void whenPrintedThenTheTextIsTheApprovedOne() {
		List<ExperimentDocument> experiments = List.of(Experiments.real(), Experiments.awkward(),
				Experiments.explained().mapRuns(ExperimentReportTests::saturated));
		Approved.assertCase("compare.txt", experiments.stream()
			.map((experiment) -> ExperimentReport.text(experiment, RunFormat.TABLE, UnaryOperator.identity()) + "\n")
			.toArray(String[]::new));
	}

	@Test
	void whenTheServerOfARunIsGoneThenTheRunDidNotComplete() {
		RunDocument run = Samples.document("run", "localhost:9090", Samples.closed(),
				Samples.load(new Counts(5000, 2997, Map.of(), 0, 2003), Map.of(), null, null));
		assertThat(ExperimentReport.of(run).html()).contains(">completed").doesNotContain(">timed-out");
		assertThat(ExperimentReport.of(run.with(run.outcome().with("the server is gone"))).html())
			.contains(">timed-out");
	}

	@Test
	void whenDrawnThenItLoadsNothing() {
		assertThat(withoutLibrary(ExperimentReport.of(Experiments.real(), Path.of("none")).html()))
			.doesNotContainPattern("<script[^>]*\\ssrc=")
			.doesNotContainPattern("<link[^>]*href=\"(?!data:)")
			.doesNotContain("@import", "url(", "<img", "<iframe")
			.contains("default-src 'none'");
	}

	@Test
	void whenNameIsMarkupThenItIsText() {
		String page = ExperimentReport.of(Experiments.awkward(), Path.of("none")).html();
		assertThat(withoutLibrary(page)).doesNotContain("<img", "<pigeon")
			.contains("&lt;/script&gt;&lt;img src&#x3D;x", "&lt;pigeon&gt;");
		assertThat(page.split("</script", -1)).hasSize(6);
	}

	@Test
	void whenManyVariantsRanForAnHourInManyWorkloadsThenThePageIsUnder3Megabytes() {
		ExperimentDocument many = Experiments.manyWorkloads().mapRuns(ExperimentReportTests::hour);
		assertThat(ExperimentReport.of(many, Path.of("none")).html().getBytes(StandardCharsets.UTF_8))
			.hasSizeLessThan(3_000_000);
	}

	@Test
	void whenAVariantRanTwiceThenItIsShownByTheRunWithTheLongerP99() {
		for (Variant variant : Experiments.explained().variants()) {
			List<RunDocument> runs = variant.runs();
			RunDocument longer = Collections.max(runs,
					Comparator.comparingLong((run) -> run.load().latencyMicros().response().p99()));
			assertThat(runs).hasSize(2);
			assertThat(variant.medianRun()).isSameAs(longer);
			assertThat(Experiments.runs(runs.reversed(), variant).medianRun()).isSameAs(longer);
		}
	}

	@Test
	void whenTheClientHeldRunsUpThenItIsSaidBesideTheVariantAndItsVerdicts() {
		ExperimentDocument saturated = Experiments.explained().mapRuns(ExperimentReportTests::saturated);
		String page = withoutLibrary(ExperimentReport.of(saturated, Path.of("none")).html());
		assertThat(page)
			.contains("<span class=\"ended warn\">completed, load generator saturated in 1 of 2 runs</span>")
			.contains("no difference shown, load generator saturated in 1 of 2 runs</span>",
					"<p class=\"headline\">No difference from the baseline in p99 is shown for ",
					"The load generator was saturated in runs of <code>virtual</code>");
		Approved.assertCase("compare.md", ExperimentReport.markdown(saturated));
		assertThat(withoutLibrary(ExperimentReport.of(Experiments.explained(), Path.of("none")).html()))
			.doesNotContain("load generator saturated in ");
	}

	@Test
	void whenServersReportStagesThenTablesSayWhereTheTimeGoes() {
		ExperimentDocument staged = Experiments.staged();
		Approved.assertCase("compare.txt", stages(ExperimentReport.text(staged, RunFormat.TABLE, (run) -> run)));
		Approved.assertCase("compare.md", stages(ExperimentReport.markdown(staged)));
	}

	/** The table with the stages, from its head on. */
	private static String stages(String text) {
		return text.lines()
			.dropWhile((line) -> !line.contains("| calls around"))
			.takeWhile((line) -> line.startsWith("|") || line.startsWith("+"))
			.collect(Collectors.joining("\n"));
	}

	/** One of the runs of the variant virtual was the client's. */
	private static RunDocument saturated(RunDocument run) {
		DiagnosisDocument diagnosis = run.diagnosis();
		return (diagnosis.bottleneck() != null && run.name().equals("virtual")
				&& diagnosis.bottleneck().kind() == Cause.EVENT_LOOP_BLOCKED)
						? with(run, run.timeline(),
								new DiagnosisDocument(
										new DiagnosisDocument.Found(Cause.LOAD_GENERATOR_SATURATED,
												"load generator saturated: the client"),
										diagnosis.meanLatency(), diagnosis.stages(),
										diagnosis.cpuSecondsPerMillionCalls(), diagnosis.bursts(), null, null, null))
						: run;
	}

	@Test
	void whenVariantsAreManyThenEachIsToBeOpened() {
		assertThat(ExperimentReport.of(Experiments.many(8), Path.of("none")).html()).doesNotContain("<details>");
		assertThat(ExperimentReport.of(Experiments.many(9), Path.of("none")).html().split("<details>", -1)).hasSize(10);
	}

	/** The page without its first script, which is long and not ours. */
	private static String withoutLibrary(String page) {
		int begin = page.indexOf("<script>");
		int end = page.indexOf("</script>");
		assertThat(end - begin).isGreaterThan(500_000);
		return page.substring(0, begin) + page.substring(end);
	}

	private static RunDocument hour(RunDocument run) {
		List<TimelineDocument> timeline = IntStream.range(0, 3600)
			.mapToObj((second) -> at(second + 1, run.timeline().get(second % run.timeline().size())))
			.toList();
		return with(run, timeline, run.diagnosis());
	}

	private static RunDocument with(RunDocument run, List<TimelineDocument> timeline, DiagnosisDocument diagnosis) {
		return new RunDocument(run.schema(), run.name(), run.target(), run.environment(), run.plan(), run.load(),
				timeline, run.server(), diagnosis, run.outcome(), run.closed(), run.precision());
	}

	private static TimelineDocument at(double seconds, TimelineDocument second) {
		TimelinePoint client = second.client();
		TimelineDocument.Server server = second.server();
		return new TimelineDocument(
				new TimelinePoint(seconds, client.started(), client.ok(), client.failed(), client.open(),
						client.p50Micros(), client.p99Micros(), client.responseP50Micros(), client.responseP99Micros(),
						client.lagP99Micros(), client.process(), null),
				(server != null)
						? new TimelineDocument.Server(seconds, server.cpuSeconds(), server.heapUsedBytes(),
								server.heapCommittedBytes(), server.threads(), server.peakThreads(), server.gcCount(),
								server.gcSeconds(), server.loadedClasses(), server.processors(), server.grpc(), null)
						: null,
				null);
	}

}
