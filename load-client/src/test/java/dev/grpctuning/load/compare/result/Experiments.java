package dev.grpctuning.load.compare.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

import dev.grpctuning.load.cli.ResultFolder;
import dev.grpctuning.load.compare.ExperimentResults;
import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.result.ComparisonDocument.Question;
import dev.grpctuning.load.compare.result.ExperimentDocument.Design;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.compare.result.ExperimentDocument.LatencyAt;
import dev.grpctuning.load.compare.result.ExperimentDocument.Setup;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.diagnosis.DiagnosisDocument;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.engine.result.LoadResult.Rate;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.Environment;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.stats.Risk;

/**
 * A short experiment that was really run, of which the first variant ran out of memory,
 * and what can be made of it.
 */
public final class Experiments {

	public static final String HOSTILE = "</script><img src=x onerror=\"alert(1)\"> & `a|b` '*' ${x}";

	private static final Path FOLDER = Path.of("src", "test", "resources", "report");

	private Experiments() {
	}

	/** The experiment, whose runs have no diagnosis. */
	public static ExperimentDocument real() {
		return read("result.json");
	}

	/** Two rounds of four variants, of each of which it is known what held it up. */
	public static ExperimentDocument explained() {
		return read("explained.json");
	}

	/**
	 * The same experiment as if its servers had reported the stages of calls, and when
	 * they stood still.
	 */
	public static ExperimentDocument staged() {
		return staged("""
				{"cause": "young-collection", "share": 0.625}, {"cause": "event-loop", "share": 0.25}, \
				{"cause": "unexplained", "share": 0.125}""");
	}

	/** With these causes of the slowest calls, as a result file has them. */
	public static ExperimentDocument staged(String causes) {
		String stages = new Gson()
			.toJson(DiagnosisDocument.of(Samples.bursts().model(), Samples.staged(), null, ClientObservation.NONE)
				.stages());
		String tail = """
				{"share": 0.01, "calls": 10, "micros": 20512, "slowest": [], "causes": [%s]}""".formatted(causes);
		return readText(ResultFile.line(explained())
			.replace("\"stages\":null", "\"stages\":" + stages)
			.replace("\"tail\":null", "\"tail\":" + tail));
	}

	/** The same experiment with counts of the response times of each interval. */
	public static ExperimentDocument counted() {
		return readText(ResultFile.line(explained())
			.replace("\"responseBuckets\":null", "\"responseBuckets\":\"20: 5 40 300 20 1\""));
	}

	/**
	 * The shape of the classic comparison: a variant that died, six others, the control,
	 * and bursts.
	 */
	public static ExperimentDocument classic() {
		List<Variant> survivors = readText(ResultFile.line(explained())
			.replace("\"bursts\":null",
					"\"bursts\":{\"bursts\":100,\"unfinished\":0,\"medianMillis\":120.5,\"maxMillis\":1340.0}"))
			.variants();
		List<Variant> variants = new ArrayList<>();
		variants.add(named("plain", real().variants().getFirst()));
		List.of("netty", "fork-join", "tuned", "direct", "parallel", "new-ratio", "tuned-control")
			.forEach((name) -> variants.add(ofProfile(name.replace("-control", ""),
					named(name, survivors.get(variants.size() % survivors.size())))));
		return of(ComparisonDocument.of("tuned", new Question(Metric.P99, EnumSet.allOf(Metric.class), Risk.Look.ONLY),
				variants, Set.of("tuned-control")), variants.toArray(Variant[]::new));
	}

	/** As many variants as an experiment with workloads has. */
	public static ExperimentDocument many(int variants) {
		List<Variant> explained = explained().variants();
		return of(IntStream.range(0, variants)
			.mapToObj((index) -> named("a-variant-with-a-long-name-" + index, explained.get(index % explained.size())))
			.toArray(Variant[]::new));
	}

	/**
	 * As many variants as the experiment on windows has: four in each of eight workloads.
	 */
	public static ExperimentDocument manyWorkloads() {
		return crossed(IntStream.range(0, 8).mapToObj((index) -> "a-workload-" + index).toList(),
				explained().variants().toArray(Variant[]::new));
	}

	/**
	 * Two variants as if they were codecs of a grid of two numbers of clients and two
	 * delays.
	 */
	public static ExperimentDocument grid() {
		List<Variant> variants = explained().variants();
		JsonObject grid = ResultFile
			.tree(crossed(List.of("1-0", "10-0", "1-500", "10-500"), variants.get(0), variants.get(1)))
			.getAsJsonObject();
		grid.getAsJsonArray("variants").forEach((variant) -> {
			String[] cell = variant.getAsJsonObject().get("workload").getAsString().split("-");
			variant.getAsJsonObject().getAsJsonArray("runs").forEach((run) -> {
				JsonObject plan = run.getAsJsonObject().getAsJsonObject("plan");
				plan.add("blocking", new Gson().toJsonTree(Map.of("clients", Integer.valueOf(cell[0]))));
				plan.getAsJsonObject("call").getAsJsonObject("metadata").addProperty(HelloCall.DELAY_HEADER, cell[1]);
			});
		});
		return readText(grid.toString());
	}

	/** The experiment as if its server had been on a machine of so many processors. */
	public static ExperimentDocument onServerOf(int processors) {
		return readText(ResultFile.line(real()).replace("\"processors\":0", "\"processors\":" + processors));
	}

	private static ExperimentDocument readText(String json) {
		try {
			Path file = Files.createTempFile("result", ".json");
			try {
				Files.writeString(file, json);
				return ResultFile.read(file, ExperimentDocument.class);
			}
			finally {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static ExperimentDocument read(String name) {
		try {
			return ResultFile.read(FOLDER.resolve(name), ExperimentDocument.class);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * All that a report has to put up with: a name that is markup, a variant that never
	 * came up, one of three runs, and one to which the experiment did not get.
	 */
	public static ExperimentDocument awkward() {
		ExperimentDocument real = real();
		List<Variant> variants = new ArrayList<>(real.variants());
		variants.set(1, named(HOSTILE, variants.get(1)));
		RunDocument run = variants.get(2).runs().getFirst();
		variants.set(2, runs(List.of(run, variants.get(1).runs().getFirst(), run), variants.get(2)));
		variants.add(variant("never-up", null, null, List.of(), Map.of(), null, Ended.EXITED,
				"exit code 1 while starting: grpc.tuning.transport: <pigeon>", List.of(), List.of()));
		List<String> planned = new ArrayList<>(variants.stream().map(Variant::name).toList());
		planned.add("not-begun");
		return with(real, planned, variants);
	}

	public static ExperimentDocument of(ComparisonDocument comparison, Variant... variants) {
		return compared(comparison, of(variants));
	}

	public static ExperimentDocument compared(ComparisonDocument comparison, ExperimentDocument plain) {
		return new ExperimentDocument(plain.schema(), plain.name(), plain.description(), plain.startedAt(),
				plain.plan(), plain.environment(),
				design(plain.design().planned(), comparison.controls(), plain.design().rounds(), plain),
				plain.variants(), comparison, plain.latencyAt(), null);
	}

	public static ExperimentDocument with(ExperimentDocument experiment, List<String> planned, List<Variant> variants) {
		Design design = experiment.design();
		return with(design(planned, design.controls(), design.rounds(), experiment), variants, experiment.latencyAt(),
				experiment);
	}

	private static Design design(List<String> planned, Set<String> controls, int rounds, ExperimentDocument all) {
		return new Design(planned, controls, all.design().workloads(), all.design().scale(), rounds, null, null);
	}

	private static ExperimentDocument with(Design design, List<Variant> variants, @Nullable List<LatencyAt> at,
			ExperimentDocument all) {
		return new ExperimentDocument(all.schema(), all.name(), all.description(), all.startedAt(), all.plan(),
				all.environment(), design, variants, all.comparison(), at, all.methods());
	}

	/** An experiment whose latencies were measured at these rates. */
	public static ExperimentDocument at(List<LatencyAt> at, ExperimentDocument all) {
		return with(all.design(), all.variants(), at, all);
	}

	/** An experiment that was to have so many rounds. */
	public static ExperimentDocument ofRounds(int rounds, Variant... variants) {
		return ofRounds(rounds, of(variants));
	}

	public static ExperimentDocument ofRounds(int rounds, ExperimentDocument all) {
		return with(design(all.design().planned(), all.design().controls(), rounds, all), all.variants(), null, all);
	}

	public static ExperimentDocument of(Variant... variants) {
		return with(real(), List.of(variants).stream().map(Variant::name).toList(), List.of(variants));
	}

	/** A variant of an experiment without workloads. */
	public static Variant variant(String name, @Nullable String changes, @Nullable String profile,
			List<String> jvmOptions, Map<String, String> properties, @Nullable String javaHome, Ended ended,
			@Nullable String reason, List<RunDocument> runs, List<Integer> rounds) {
		return new Variant(name, name, null, changes, new Setup(profile, jvmOptions, properties, javaHome, null), null,
				ended, reason, runs, rounds, null);
	}

	private static Variant ofProfile(String profile, Variant variant) {
		return with(variant.name(), profile, variant.ended(), variant.runs(), variant.rounds(), variant);
	}

	public static Variant named(String name, Variant variant) {
		return with(name, variant.setup().profile(), variant.ended(), variant.runs(), variant.rounds(), variant);
	}

	public static Variant ended(Ended ended, Variant variant) {
		return with(variant.name(), variant.setup().profile(), ended, variant.runs(), variant.rounds(), variant);
	}

	public static Variant runs(List<RunDocument> runs, Variant variant) {
		return with(variant.name(), variant.setup().profile(), variant.ended(), runs,
				IntStream.rangeClosed(1, runs.size()).boxed().toList(), variant);
	}

	private static Variant with(String name, @Nullable String profile, Ended ended, List<RunDocument> runs,
			List<Integer> rounds, Variant variant) {
		return variant(name, variant.changes(), profile, variant.setup().jvmOptions(), variant.setup().properties(),
				variant.setup().javaHome(), ended, variant.reason(), runs, rounds);
	}

	/** A variant in one of several workloads. */
	public static Variant in(String workload, Variant variant) {
		return new Variant(variant.name() + " · " + workload, variant.name(), workload, variant.changes(),
				variant.setup(), null, variant.ended(), variant.reason(), variant.runs(), variant.rounds(), null);
	}

	/** A variant whose slices are compared. */
	public static Variant sliced(Slices slices, Variant variant) {
		return new Variant(variant.name(), variant.plain(), variant.workload(), variant.changes(), variant.setup(),
				variant.plan(), variant.ended(), variant.reason(), variant.runs(), variant.rounds(), slices);
	}

	/** A variant that completed though it answered no call. */
	public static Variant silent(Variant variant) {
		return runs(variant.runs().stream().map(Experiments::silent).toList(), variant);
	}

	private static RunDocument silent(RunDocument run) {
		LoadResult load = run.load();
		long started = load.counts().started();
		Rate rate = new Rate(load.rate().elapsedSeconds(), load.rate().windowSeconds(), 0);
		return new RunDocument(run.schema(), run.name(), run.target(), run.environment(), run.plan(),
				new LoadResult(load.startedAt(), rate,
						new Counts(started, 0, Map.of("RESOURCE_EXHAUSTED", started), 0, 0), load.statuses(),
						load.protocolErrors(), load.latencyMicros(), load.clippedLatencies(), load.messages(),
						load.sending(), load.warmup(), load.client(), load.stoppedBy()),
				run.timeline(), run.server(), run.diagnosis(), run.outcome(), null, run.precision());
	}

	/** An experiment in which the variants ran in every one of the workloads. */
	public static ExperimentDocument crossed(List<String> workloads, Variant... variants) {
		ExperimentDocument real = real();
		List<Variant> all = workloads.stream()
			.flatMap((workload) -> Stream.of(variants).map((variant) -> in(workload, variant)))
			.toList();
		List<ExperimentDocument.Workload> plans = workloads.stream()
			.map((workload) -> new ExperimentDocument.Workload(workload, null, real.plan()))
			.toList();
		return new ExperimentDocument(real.schema(), real.name(), real.description(), real.startedAt(), real.plan(),
				real.environment(),
				new Design(all.stream().map(Variant::name).toList(), Set.of(), plans, null, 1, null, null), all, null,
				null, null);
	}

	/** The document of an experiment that ran into a folder of its own. */
	public static ExperimentDocument document(Experiment experiment, VariantResult... results) {
		try {
			Path folder = Files.createTempDirectory("experiment");
			try {
				ExperimentResults collected = new ExperimentResults(
						new Experiment(experiment.name(), experiment.description(), experiment.plan(),
								experiment.setup(), experiment.variants(), experiment.baseline(), folder,
								experiment.scale(), null, experiment.rounds(), experiment.measures()),
						Samples.STARTED_AT, List.of(), new ResultFolder(folder), Environment.current());
				List.of(results).forEach(collected::add);
				collected.write();
				return ResultFile.read(folder.resolve("result.json"), ExperimentDocument.class);
			}
			finally {
				FileSystemUtils.deleteRecursively(folder);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
