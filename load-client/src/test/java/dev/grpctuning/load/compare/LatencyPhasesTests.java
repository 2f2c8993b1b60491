package dev.grpctuning.load.compare;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.LatencyLoad;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.compare.result.ExperimentDocument.LatencyAt;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.text.Display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/** Tests for {@link LatencyPhases}. */
class LatencyPhasesTests {

	private static final LatencyLoad LOAD = new LatencyLoad(0.6, Duration.ofMillis(50), Duration.ofMillis(5), 0.01);

	private final List<String> started = new ArrayList<>();

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final RunDriver driver = new RunDriver((address, plan, timeout) -> {
		throw new InterruptedException();
	}, Duration.ofSeconds(1), Live.off());

	@AfterEach
	void clear() {
		Thread.interrupted();
	}

	@Test
	void whenThereAreWorkloadsThenEachHasTheKneeOfItsBaseline() throws IOException {
		LatencyPhases phases = phases(experiment(LOAD), (load, plan, drive,
				lines) -> new KneeFinder.Found((plan.channels() == 3) ? 1000 : 50, plan.channels() != 3, 1));
		assertThat(phases.find(display())).containsExactly(
				new LatencyAt("idle", "one", "p99 < 50ms", 1000, false, 0.6, 600, Arrivals.POISSON, 21),
				new LatencyAt("busy", "one", "p99 < 50ms", 50, true, 0.6, 30, Arrivals.POISSON, 7));
		assertThat(this.started).containsExactly("results/idle/one/knee", "results/busy/one/knee");
		assertThat(said()).containsExactly("searching for the knee of one · idle in about 6 trials",
				"  idle: p99 at 600 calls/s (Poisson, 60 % of the baseline's knee); rate with 21 open calls. The knee of the baseline, up to which p99 < 50ms holds, is about 1,000 calls/s.",
				"searching for the knee of one · busy in about 6 trials",
				"  busy: p99 at 30 calls/s (Poisson, 60 % of the baseline's knee); rate with 7 open calls. The baseline answered up to 50 calls/s with p99 < 50ms, and the load generator could not send more.");
	}

	@Test
	void whenARoundRunsThenCallsArriveAlikeAtAllItsVariants() throws IOException {
		Experiment experiment = experiment(LOAD);
		LatencyPhases phases = phases(experiment,
				(load, plan, drive, lines) -> new KneeFinder.Found(1000, false, 2000));
		Variant one = experiment.variants().getFirst();
		Variant two = experiment.variants().get(1);
		assertThat(phases.plan(one, 1, 2000)).as("before the knee is known").isNull();
		phases.find(display());
		LoadPlan first = Objects.requireNonNull(phases.plan(one, 1, 2000));
		assertThat(first.model()).isEqualTo(Objects.requireNonNull(phases.plan(two, 1, 2000)).model())
			.isNotEqualTo(Objects.requireNonNull(phases.plan(one, 2, 2000)).model());
		assertThat(first.model().callsPerSecond(0)).isEqualTo(600);
		assertThat(first.model().duration()).as("as long as the closed load").isEqualTo(Duration.ofMillis(1500));
		assertThat(((ArrivalPlan.OfRate) ((LoadModel.Open) first.model()).arrivals()).arrivals())
			.isEqualTo(Arrivals.POISSON);
		assertThat(first.call()).isEqualTo(Samples.closed().call());
	}

	@ParameterizedTest
	@CsvSource({ "2400, 1500", "1200, 1500", "600, 750", "100, 333" })
	void whenAServerIsOverloadedThenItGetsAsManyCallsAsItAnswersInTheUsualTime(double closedPerSecond, int millis)
			throws IOException {
		Experiment experiment = experiment(LOAD);
		LatencyPhases phases = phases(experiment,
				(load, plan, drive, lines) -> new KneeFinder.Found(1000, false, 2000));
		phases.find(display());
		LoadModel model = Objects.requireNonNull(phases.plan(experiment.variants().get(1), 1, closedPerSecond)).model();
		assertThat(model.duration().toMillis()).isEqualTo(millis);
		assertThat(model.warmup().longest().toMillis()).isEqualTo(millis / 5);
		assertThat(model.callsPerSecond(0)).isEqualTo(600);
		assertThat(Objects.requireNonNull(phases.plan(experiment.variants().get(1), 2, closedPerSecond / 10))
			.model()
			.duration()).as("something else has slowed this run down").isEqualTo(model.duration());
	}

	@Test
	void whenThereIsNoKneeThenTheFailureNamesTheBaseline() {
		LatencyPhases phases = phases(experiment(LOAD), (load, plan, drive, lines) -> {
			throw new IOException("p99 < 50ms held at no rate");
		});
		assertThatIOException().isThrownBy(() -> phases.find(display()))
			.withMessage("the knee of one · idle was not found: p99 < 50ms held at no rate");
	}

	@Test
	void whenInterruptedThenNoFurtherKneeIsSearchedFor() throws IOException {
		LatencyPhases phases = phases(experiment(LOAD), (load, plan, drive, lines) -> {
			throw new InterruptedException();
		});
		assertThat(phases.find(display())).isEmpty();
		assertThat(this.started).hasSize(1);
		assertThat(this.driver.prepare()).isFalse();
	}

	private LatencyPhases phases(Experiment experiment, KneeFinder finder) {
		return new LatencyPhases(experiment, servers(), this.driver, finder);
	}

	/** Two variants in two workloads, of which the second has one channel. */
	private static Experiment experiment(@Nullable LatencyLoad load) {
		Variant.Workload idle = new Variant.Workload("idle", null, Map.of(), Samples.closed());
		Variant.Workload busy = new Variant.Workload("busy", null, Map.of(), Samples.closed().withChannels(1));
		List<Variant> variants = Stream.of(idle, busy)
			.flatMap((workload) -> Stream.of("one", "two")
				.map((name) -> new Variant(name, null, null, List.of(), Map.of(), null, workload, null)))
			.toList();
		return new Experiment("sample", null, Samples.closed(), Samples.experiment(null).setup(), variants, "one",
				Path.of("results"), 1, null, Experiment.Rounds.of(1), new Experiment.Measures(null, load, null, false));
	}

	private Display display() {
		return new Display("running", false, new PrintStream(this.out, true, StandardCharsets.UTF_8));
	}

	private List<String> said() {
		return this.out.toString(StandardCharsets.UTF_8).lines().toList();
	}

	private RunServers servers() {
		return new FakeServers((variant, directory) -> this.started.add(directory.toString()), true);
	}

}
