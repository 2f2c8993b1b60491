package dev.grpctuning.load.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult.SendStats;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.latency.LatencySummary;
import dev.grpctuning.load.result.SampleLoad;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link QpsLayout}: the files beside it are what the clients of
 * io.grpc:grpc-benchmarks 1.79.0 have printed.
 */
class QpsLayoutTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	@Test
	void whenCallsAreKeptOpenThenItIsWhatAsyncClientPrints() throws IOException {
		LatencySummary latencies = new LatencySummary(1293, 100, 9000, 5919, 8000, 17_023, 22_015, 71_679, 147_455,
				147_455, 147_455, "");
		assertThat(printed(new LoadModel.Closed(new Concurrency.Constant(3), new Warmup.Fixed(SECOND), SECOND), 2,
				load(latencies, 646.9, null)))
			.isEqualTo(captured("qps-async-client.txt"));
	}

	@Test
	void whenCallsArriveThenItIsWhatOpenLoopClientPrints() throws IOException {
		LatencySummary latencies = new LatencySummary(200, 100, 150_000, 141_311, 300_000, 671_743, 815_103, 851_967,
				884_735, 884_735, 884_735, "");
		assertThat(printed(open(new Rate.Constant(100), Shard.ALL), 1, load(latencies, 101.2, 99.5)))
			.isEqualTo(captured("qps-open-loop-client.txt"));
	}

	@Test
	void whenTheRateIsNotConstantOrSharedThenTheTargetIsItsMean() {
		assertThat(line("Target", open(new Rate.Ramp(0, 199, SECOND), Shard.ALL), 1)).endsWith("  99.5");
		assertThat(line("Target", open(new Rate.Constant(300), new Shard(0, 3)), 1)).endsWith("  99.5");
		assertThat(line("Target", open(new Rate.Constant(0.5), Shard.ALL), 1)).endsWith("  0.5");
	}

	private static String line(String beginning, LoadModel model, int channels) {
		return printed(model, channels, load(none(), 0, 99.5)).lines()
			.filter((line) -> line.startsWith(beginning))
			.findFirst()
			.orElseThrow();
	}

	private static LatencySummary none() {
		return new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "");
	}

	private static LoadModel open(Rate rate, Shard shard) {
		return new LoadModel.Open(new ArrivalPlan.OfRate(rate, Arrivals.POISSON, 1, shard), SECOND, 0.01, Warmup.NONE,
				SECOND);
	}

	private static MeasuredLoad load(LatencySummary service, double rate, @Nullable Double planned) {
		return sample(service, rate, planned).build();
	}

	private static SampleLoad sample(LatencySummary service, double rate, @Nullable Double planned) {
		return new SampleLoad().counts(service.count())
			.rate(2.5, 2.5, rate)
			.latency(service, service)
			.messages(7.4, 122.6)
			.sending((planned != null) ? new SendStats(1, planned, none(), 0) : null);
	}

	/** What a command prints. */
	private static String printed(LoadModel model, int channels, MeasuredLoad load) {
		LoadPlan plan = new LoadPlan(model, LoadEngine.STUB, StubKind.ASYNC, channels, HelloCall.PLAN, 4000, SECOND,
				SECOND);
		return RunReport.of(Samples.document("run", "localhost:9090", plan, load), RunFormat.QPS) + "\n";
	}

	private static String captured(String name) throws IOException {
		try (InputStream in = Objects.requireNonNull(QpsLayoutTests.class.getResourceAsStream(name))) {
			return new String(in.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
