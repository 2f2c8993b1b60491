package dev.grpctuning.load.live;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.Progress.WarmupFigures;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.text.Audience.Part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class NowTests {

	private long nanos;

	private final Now now = new Now("compare", () -> this.nanos);

	@Test
	void whenTheWarmUpEndsThenTimeGoesOnAndItsCallsAreTheWarmUps() {
		this.now.drives("a load");
		Point cold = second(progress(1, 0, new WarmupFigures(800, 5_600, 7))).points().getLast();
		this.now.second(progress(2, 0, new WarmupFigures(800, 5_600, 7)));
		Point warm = second(progress(1, 0.1, null)).points().getLast();
		assertThat(cold).extracting(Point::at, Point::warm, Point::sent, Point::answered, Point::failed, Point::p99)
			.containsExactly(1.0, false, null, 800.0, 7.0, 5.6);
		assertThat(warm)
			.extracting(Point::at, Point::warm, Point::sent, Point::answered, Point::failed, Point::p50, Point::p99)
			.containsExactly(3.0, true, 1000.0, 900.0, 50.0, 1.7, 1.9);
		assertThat(this.now.state(0).points()).hasSize(3);
	}

	@Test
	void whenASecondIsLongThenItsCountsAreRates() {
		this.now.drives("a load");
		assertThat(second(progress(2, 0, null)).points().getLast().answered()).isEqualTo(450);
	}

	@Test
	void whenTheServerIsSampledThenItsCpuIsThatBetweenTwoSamples() {
		this.now.drives("a load");
		this.now.sampled(sample(1, 3, 4));
		assertThat(second(progress(1, 0, null)).points().getLast().serverCpu()).isNull();
		this.now.sampled(sample(3, 7, 4));
		assertThat(second(progress(2, 0, null)).points().getLast().serverCpu()).isEqualTo(50);
		this.now.sampled(sample(4, 12, 4));
		assertThat(second(progress(3, 0, null)).points().getLast().serverCpu()).as("a late sample").isEqualTo(100);
		this.now.drives("another");
		assertThat(second(progress(1, 0, null)).points().getLast().serverCpu()).isNull();
	}

	@Test
	void whenALoadBeginsThenTheSecondsOfTheLastOneAreGone() {
		this.now.drives("a load");
		this.now.second(progress(5, 0.5, null));
		this.now.drives("another");
		assertThat(this.now.state(0).points()).isEmpty();
		assertThat(second(progress(1, 0.1, null)).points().getLast().at()).isEqualTo(1);
	}

	@Test
	void whenLittleIsDoneThenThePlannedLengthSaysHowLongItTakes() {
		this.now.title("experiment", Duration.ofSeconds(100));
		pass(10);
		this.now.begins(new Part("one", 1, 10, "two", 1));
		assertThat(this.now.state(0).left()).isEqualTo(90);
		assertThat(this.now.state(0).share()).isZero();
	}

	@Test
	void whenMoreIsDoneThenTheRestTakesAsLongAsWhatWasDone() {
		this.now.title("experiment", Duration.ofSeconds(100));
		pass(10);
		this.now.begins(new Part("one", 1, 10, "two", 1));
		pass(40);
		this.now.begins(new Part("three", 3, 10, null, 1));
		this.now.second(progress(1, 0.5, null));
		assertThat(this.now.state(0).share()).isEqualTo(0.25);
		assertThat(this.now.state(0).left()).isEqualTo(120, within(1e-6));
	}

	@Test
	void whenAPartHasTwoLoadsThenItIsDoneAfterTheSecond() {
		this.now.title("experiment", Duration.ofSeconds(100));
		this.now.begins(new Part("one", 1, 2, "two", 2));
		pass(50);
		assertThat(this.now.state(0).share()).isZero();
		this.now.drives("the first load");
		assertThat(second(progress(1, 0.5, null)).share()).isEqualTo(0.125);
		assertThat(second(progress(2, 1, null)).share()).isEqualTo(0.25);
		this.now.drives("the second load");
		assertThat(this.now.state(0).share()).isEqualTo(0.25);
		assertThat(this.now.state(0).left()).isEqualTo(150, within(1e-6));
		assertThat(second(progress(1, 0.5, null)).share()).isEqualTo(0.375);
		this.now.begins(new Part("two", 2, 2, null, 1));
		assertThat(this.now.state(0).share()).isEqualTo(0.5);
		this.now.drives("the only load");
		assertThat(second(progress(1, 1, null)).share()).isEqualTo(1);
		this.now.drives("a load under the profiler");
		assertThat(second(progress(1, 0.1, null)).share()).isEqualTo(1);
	}

	@Test
	void whenTheNumberOfPartsIsNotKnownThenTimeIs() {
		this.now.title("search", Duration.ofSeconds(100));
		this.now.begins(new Part("a candidate", 7, null, null, 1));
		pass(30);
		assertThat(this.now.state(0).share()).isEqualTo(0.3);
		assertThat(this.now.state(0).left()).isEqualTo(70);
		pass(90);
		assertThat(this.now.state(0).share()).isEqualTo(1);
		assertThat(this.now.state(0).left()).isZero();
	}

	@Test
	void whenThereIsOneRunThenItsOwnProgressCounts() {
		this.now.title("run", null);
		this.now.drives("a load");
		assertThat(this.now.state(0).share()).isNull();
		Now.State second = second(progress(1, 0.3, null));
		assertThat(second.share()).isEqualTo(0.3);
		assertThat(second.left()).isEqualTo(2.5);
	}

	@Test
	void whenALoadHasNoEndThenNoneIsForetold() {
		this.now.drives("a load");
		Now.State second = second(new Progress(Samples.point(1), false, 0, null, 900, 50, false, null));
		assertThat(second.share()).isNull();
		assertThat(second.left()).isNull();
	}

	@Test
	void whenMuchWasPrintedAndMeasuredThenTheLatestIsKept() {
		this.now.drives("a load");
		for (int i = 1; i <= 1000; i++) {
			this.now.line("line " + i);
			this.now.second(progress(i, 0, null));
		}
		assertThat(this.now.state(0).lines()).hasSize(12).last().isEqualTo("line 1000");
		assertThat(this.now.state(0).points()).hasSize(900).first().extracting(Point::at).isEqualTo(101.0);
	}

	@Test
	void whenAPageHasSomeSecondsThenItGetsTheOthers() throws Exception {
		this.now.drives("a load");
		second(progress(1, 0, null));
		Now.State first = second(progress(2, 0, null));
		assertThat(first.points()).hasSize(2);
		second(progress(3, 0, null));
		assertThat(this.now.next(first.version(), first.seconds()).points()).extracting(Point::at).containsExactly(3.0);
		this.now.drives("another");
		assertThat(this.now.next(first.version(), first.seconds()).points()).isEmpty();
		second(progress(1, 0, null));
		assertThat(this.now.next(first.version(), first.seconds()).points()).extracting(Point::at).containsExactly(1.0);
	}

	private Now.State second(Progress progress) {
		this.now.second(progress);
		return this.now.state(0);
	}

	private void pass(long seconds) {
		this.nanos += TimeUnit.SECONDS.toNanos(seconds);
	}

	private static Progress progress(double seconds, double share, @Nullable WarmupFigures warmup) {
		return new Progress(Samples.point(seconds), warmup != null, share, 2.5, 900, 50, false, warmup);
	}

	private static ServerSample sample(double seconds, double cpuSeconds, int processors) {
		return new ServerSample(Math.round(seconds * 1e9), cpuSeconds, 1 << 20, 1 << 21, 20, 21, 0, 0, 9000, processors,
				null, null);
	}

}
