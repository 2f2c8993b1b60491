package dev.grpctuning.load.result;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.compare.VariantResult;
import dev.grpctuning.load.compare.VariantResult.ServerRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.Experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.Ended;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.LoadResult.ProtocolErrors;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.LoadResult.Streams;
import dev.grpctuning.load.engine.result.LoadResult.WarmupResult;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.engine.result.StatusCalls;
import dev.grpctuning.load.engine.result.StopReason;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.latency.Stage;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.RunDocument.ObservedLoad;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.metrics.ServerSample;

/** Results to report. */
public final class Samples {

	public static final Instant STARTED_AT = Instant.parse("2026-01-02T03:04:05.678Z");

	public static final long STARTED_NANOS = -7_000_000_000L;

	static final long MEGABYTE = 1024 * 1024;

	private Samples() {
	}

	public static LoadPlan bursts() {
		return plan(
				new LoadModel.Burst(new BurstSchedule(10, 500, Duration.ofMillis(200), Pacing.SCHEDULE), Warmup.NONE));
	}

	public static LoadPlan closed() {
		return plan(new LoadModel.Closed(new Concurrency.Constant(7), new Warmup.Fixed(Duration.ofSeconds(2)),
				Duration.ofMillis(1500)));
	}

	public static LoadPlan open() {
		return plan(
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(333.5), Arrivals.POISSON, 42, Shard.ALL),
						Duration.ofMillis(10), 0.01, new Warmup.Fixed(Duration.ofSeconds(2)), Duration.ofMillis(1500)));
	}

	static LoadPlan endless() {
		return new LoadPlan(
				new LoadModel.Open(new ArrivalPlan.OfRate(new Rate.Constant(200), Arrivals.CONSTANT, 1, Shard.ALL),
						Duration.ofMillis(10), 0.01, Warmup.NONE, LoadModel.ENDLESS),
				LoadEngine.STUB, StubKind.FUTURE, 1, HelloCall.PLAN, 4000, Duration.ofSeconds(5), LoadModel.ENDLESS);
	}

	public static LoadPlan plan(LoadModel model) {
		return new LoadPlan(model, LoadEngine.STUB, StubKind.BLOCKING, 3,
				HelloCall.PLAN.withMetadata(Map.of("x-name", "<value> & 'more'")), 4000, Duration.ofMillis(500),
				Duration.ofMinutes(2));
	}

	/** 5,000 calls, all answered. */
	public static MeasuredLoad answered() {
		return new SampleLoad().build();
	}

	/** 5,000 calls, of which 3 failed and 2,000 were open when the user ended the run. */
	public static MeasuredLoad saturated() {
		return load(new Counts(5000, 2997, Map.of("UNAVAILABLE", 3L), 0, 2000), Map.of("UNAVAILABLE", "io exception"),
				"load.max-open-calls=4000 was reached", StopReason.SERVER_GONE);
	}

	/** 5,000 calls of an open model, all answered. */
	public static MeasuredLoad sent() {
		return new SampleLoad()
			.sending(new SendStats(1999.996, 2000.0,
					new LatencySummary(5000, 0, 20.5, 10, 11, 12, 13, 14, 15, 17, 17, ""), 0.0123))
			.warmup(new WarmupResult(2, null))
			.build();
	}

	/**
	 * 5,000 calls of the raw engine, all answered, and what the server did wrong besides.
	 */
	public static MeasuredLoad protocolErrors(ProtocolErrors errors) {
		return new SampleLoad().protocolErrors(errors).build();
	}

	/** A run with these latencies, of calls that were all answered. */
	public static MeasuredLoad with(LatencyInterval latencies) {
		return new SampleLoad().latencies(latencies).clipped(0).build();
	}

	/** 5,000 streams, all answered. */
	public static MeasuredLoad streamed() {
		return new SampleLoad()
			.streams(new Streams(5000, 50_000, 2000, 20_000,
					new LatencySummary(45_000, 1, 20.5, 10, 11, 12, 13, 14, 15, 16, 17, "")))
			.build();
	}

	/**
	 * 1,000 calls, whose server reports the stages of every fifth: of most the handler is
	 * the largest part, of the slowest 50 the queue.
	 */
	public static MeasuredLoad staged() {
		return staged(1000);
	}

	/** So many of these calls. */
	public static MeasuredLoad staged(int calls) {
		MeasuredLoad load = answered();
		LatencyRecorder recorder = new LatencyRecorder();
		for (int i = 0; i < calls; i++) {
			long[] nanos = new long[Stage.values().length];
			nanos[Stage.SCHEDULE_SLIP.ordinal()] = 20_000;
			nanos[Stage.WRITE_AND_NETWORK.ordinal()] = 60_000;
			nanos[Stage.EVENT_LOOP.ordinal()] = 100 * i;
			nanos[Stage.EXECUTOR_QUEUE.ordinal()] = (i >= 950) ? 20_000_000 : 30_000;
			nanos[Stage.HANDLER.ordinal()] = 2_000_000 + 500 * i;
			nanos[Stage.FLUSH_AND_NETWORK.ordinal()] = 40_000;
			nanos[Stage.CLIENT_EVENT_LOOP.ordinal()] = 5_000;
			long response = Arrays.stream(nanos).sum();
			recorder.record(-response, 20_000 - response, 0);
			if (i % 5 == 0) {
				recorder.recordStages(response, nanos);
			}
		}
		recorder.drainTo(load.latencies());
		return load;
	}

	public static MeasuredLoad load(Counts counts, Map<String, String> messages, @Nullable String saturatedBy,
			@Nullable StopReason stoppedBy) {
		return new SampleLoad().counts(counts).failures(messages).saturatedBy(saturatedBy).stoppedBy(stoppedBy).build();
	}

	/** The failed calls, each after 2 ms, or 3 from when it was due. */
	public static Map<String, StatusCalls> statuses(Counts counts, Map<String, String> messages) {
		Map<String, StatusCalls> statuses = new TreeMap<>();
		counts.failed().forEach((status, calls) -> {
			LatencyInterval latencies = new LatencyInterval();
			latencies.service().recordValueWithCount(2000, calls);
			latencies.response().recordValueWithCount(3000, calls);
			statuses.put(status, StatusCalls.of(latencies.service(), latencies.response(),
					Map.of(messages.getOrDefault(status, ""), calls), 0));
		});
		return statuses;
	}

	public static TimelinePoint point(double seconds) {
		return point(seconds, null);
	}

	public static TimelinePoint point(double seconds, @Nullable Long lagP99Micros) {
		return new TimelinePoint(seconds, 1000, 900, 50, 45, 130, 180, 1700, 1900, lagP99Micros,
				new ProcessUse(0.5, 32 * MEGABYTE, 0.025, 17), null);
	}

	/** A sample of a server, to be told by its number of threads. */
	static ServerSample sample(double seconds, int threads) {
		return new ServerSample(STARTED_NANOS + Math.round(seconds * 1e9), 3.5, 200 * MEGABYTE, 512 * MEGABYTE, threads,
				1234, 6, 0.25, 9000, 0, null, null);
	}

	public static RunDocument document(String name, @Nullable String target, LoadPlan plan, MeasuredLoad load) {
		return RunDocument.of(name, target, new ObservedLoad(plan, load, null, ClientObservation.NONE), null);
	}

	/** The document of a run whose server was observed. */
	public static RunDocument document(String name, ServerRun run) {
		return RunDocument.of(name, null, run.last(), run.closed());
	}

	public static ServerRun run(MeasuredLoad load) {
		return run(bursts(), load);
	}

	public static ServerRun run(LoadPlan plan, MeasuredLoad load) {
		return run(1, plan, load);
	}

	public static ServerRun run(int round, LoadPlan plan, MeasuredLoad load) {
		ServerSpec spec = new ServerSpec(Path.of("service.jar"), Path.of("jdk"), "tuned", List.of("-Xmx1g", "-Xss1m"),
				Map.of("hello.print-header", "true"), Path.of("results"));
		ServerObservation server = new ServerObservation(
				spec, 1.75, null, List.of(sample(1.1, 41), sample(2.1, 42)), new GcSummary(7, 0.025, 2, 0.1,
						900 * MEGABYTE, GcSummary.Pauses.NONE, GcSummary.Pauses.NONE, GcSummary.Pauses.NONE),
				new RunServer.Exit(143, true, null, null), null, true, List.of());
		return new ServerRun(round, new ObservedLoad(plan, load, server, ClientObservation.NONE), null);
	}

	/** A run with two loads, of which the closed one shows the rate. */
	public static ServerRun twoLoads(MeasuredLoad closed, MeasuredLoad last) {
		return new ServerRun(1, run(open(), last).last(), run(closed).last());
	}

	public static Variant variant(String name) {
		return new Variant(name, "what " + name + " changes", "tuned", List.of("-Xss1m"), Map.of("a", "b"), null, null,
				null);
	}

	public static VariantResult completed(String name) {
		return completed(variant(name));
	}

	public static VariantResult completed(Variant variant) {
		LoadPlan plan = (variant.workload() != null) ? variant.workload().plan() : bursts();
		return new VariantResult(variant, Ended.COMPLETED, null, List.of(run(plan, answered())));
	}

	public static VariantResult outOfMemory(String name) {
		return new VariantResult(variant(name), Ended.OUT_OF_MEMORY, "Java heap space", List.of(run(saturated())));
	}

	public static VariantResult neverUp(String name) {
		return new VariantResult(new Variant(name, null, null, List.of(), Map.of(), null, null, null), Ended.EXITED,
				"exit code 1 while starting", List.of());
	}

	public static Experiment experiment(@Nullable String description) {
		return new Experiment("sample", description, bursts(), setup(), List.of(variant("one"), variant("two")), "one",
				Path.of("results"), 1, null, Experiment.Rounds.of(1), Experiment.Measures.USUAL);
	}

	/** Two variants in two workloads, at half of the load that was described. */
	public static Experiment crossed() {
		Variant.Workload idle = new Variant.Workload("idle", null, Map.of(), closed());
		Variant.Workload busy = new Variant.Workload("busy", "handlers wait", Map.of(), bursts());
		List<Variant> variants = Stream.of(idle, busy)
			.flatMap((workload) -> Stream.of("one", "two")
				.map((name) -> new Variant(name, null, "tuned", List.of(), Map.of(), null, workload, null)))
			.toList();
		return new Experiment("sample", null, bursts(), setup(), variants, "one", Path.of("results"), 0.5, null,
				Experiment.Rounds.of(1), Experiment.Measures.USUAL);
	}

	private static ServerSetup setup() {
		return new ServerSetup(Path.of("service.jar"), Path.of("jdk"), List.of("-Xmx1g"), Map.of(),
				Duration.ofSeconds(60), Duration.ofSeconds(5));
	}

}
