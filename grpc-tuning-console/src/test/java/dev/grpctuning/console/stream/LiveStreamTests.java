package dev.grpctuning.console.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.change.TuningChange.Effect;
import dev.grpctuning.change.TuningChange.KnobChange;
import dev.grpctuning.change.TuningChange.Outcome;
import dev.grpctuning.console.sample.Point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What viewers get, and what becomes of one that does not read. */
@ExtendWith(OutputCaptureExtension.class)
class LiveStreamTests {

	private static final Point POINT = new Point(1.5, new Point.Calls(Map.of("OK", 2.0), 2.0, 0, 0, 0),
			new Point.Latency(0.8, null, null), new Point.Work(null, null, new Point.Waiting(null, null), List.of()),
			new Point.Lag(null, null), 0, new Point.Jvm(1, 1, null, null, null, null));

	private final List<Consumer<TuningChange>> listeners = new CopyOnWriteArrayList<>();

	private volatile Supplier<Point> sampler = () -> POINT;

	private final LiveStream stream = new LiveStream(() -> this.sampler.get(), List::of, Duration.ofMillis(5),
			this.listeners::add, () -> new Introduction("tea </script>\n", 2, 1, List.of(), null, null, null, true), 2);

	@AfterEach
	void stop() {
		this.stream.stop();
	}

	@Test
	void whenAViewerComesThenItGetsTheHistoryAndThenEachPoint() {
		this.stream.start();
		Recorder first = enter();
		first.await("point", 10);
		Recorder second = enter();
		second.await("point", 1);
		assertThat(second.events.get(0)).startsWith("event: history\ndata: {\"service\":\"tea </script>\\n\"")
			.contains("\"writable\":true")
			.contains("\"points\":[{\"at\":1.5,\"calls\":{\"ended\":{\"OK\":2.0},", "},\"latency\":{\"p50\":0.8},")
			.endsWith("\"changes\":[]}\n\n");
		assertThat(second.events.get(1))
			.startsWith("event: diagnosis\ndata: {\"cause\":\"NONE_SHOWN\",\"text\":\"Nothing limits");
		assertThat(second.events).allSatisfy((event) -> assertThat(event.split("\n")).hasSize(2));
	}

	@Test
	void whenTheTuningIsChangedThenEveryViewerSeesItOnceAndOnlyWhatItMaySee() {
		this.stream.start();
		Recorder before = enter();
		before.await("history", 1);
		TuningChange change = new TuningChange(1, Instant.EPOCH, "<b>ada</b>", null, null, Outcome.APPLIED, 1, null,
				0.5, List.of(new KnobChange("executor.type", "cached", "direct", Effect.LIVE, 0.1)), false, null);
		this.listeners.forEach((listener) -> listener.accept(change));
		before.await("change", 1);
		Recorder after = enter();
		after.await("point", 5);
		assertThat(before.of("change")).singleElement()
			.asString()
			.contains("\"at\":\"1970-01-01T00:00:00Z\"", "\"by\":\"hidden\"", "\"to\":\"direct\"")
			.doesNotContain("ada", "\"reason\"");
		assertThat(after.of("change")).isEmpty();
		assertThat(after.of("history")).singleElement().asString().contains("\"to\":\"direct\"").doesNotContain("ada");
	}

	@Test
	void whenAViewerDoesNotReadThenItIsCutOffAndTheOthersGetEverything() {
		this.stream.start();
		Recorder slow = enter();
		slow.full = true;
		Recorder other = enter();
		await().until(() -> slow.cut);
		slow.full = false;
		int points = slow.of("point").size();
		other.await("point", other.of("point").size() + 20);
		assertThat(slow.of("point")).hasSize(points);
	}

	@Test
	void whenItStopsThenAllStreamsEndAndThoseThatDoNotAreCutOffAndNobodyEnters() {
		this.stream.start();
		Recorder viewer = enter();
		viewer.await("point", 1);
		this.stream.stop();
		assertThat(this.stream.enter()).isFalse();
		await().until(() -> viewer.ended);
		await().until(() -> viewer.cut);
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("grpc-tuning-console"));
	}

	@Test
	void whenASecondFailsThenTheNextOnesAreSentAndTheFirstOfEachRowIsLogged(CapturedOutput output) {
		this.stream.start();
		Recorder viewer = enter();
		for (int row = 1; row <= 2; row++) {
			fail(3);
			viewer.await("point", viewer.of("point").size() + 5);
			assertThat(output.getAll().split("could not read the figures", -1)).hasSize(row + 1);
		}
	}

	private void fail(int seconds) {
		CountDownLatch failures = new CountDownLatch(seconds);
		this.sampler = () -> {
			failures.countDown();
			throw new OutOfMemoryError("Java heap space");
		};
		await().until(() -> failures.getCount() == 0);
		this.sampler = () -> POINT;
	}

	private Recorder enter() {
		assertThat(this.stream.enter()).isTrue();
		Recorder viewer = new Recorder();
		this.stream.add(viewer);
		return viewer;
	}

	/** Keeps what it gets. */
	private static final class Recorder implements Viewer {

		private final List<String> events = new CopyOnWriteArrayList<>();

		private volatile boolean full;

		private volatile boolean cut;

		private volatile boolean ended;

		@Override
		public TuningChange shown(TuningChange change) {
			return new TuningChange(change.id(), change.at(), "hidden", change.reason(), change.until(),
					change.outcome(), change.generation(), change.replacement(), change.tookMillis(), change.changes(),
					change.guarded(), change.detail());
		}

		@Override
		public boolean send(byte[] event) {
			if (!this.full) {
				this.events.add(new String(event, StandardCharsets.UTF_8));
			}
			return !this.full;
		}

		@Override
		public void end() {
			this.ended = true;
		}

		@Override
		public void cutOff() {
			this.cut = true;
		}

		private List<String> of(String name) {
			return this.events.stream().filter((event) -> event.startsWith("event: " + name + "\n")).toList();
		}

		private void await(String name, int count) {
			org.awaitility.Awaitility.await().until(() -> of(name).size() >= count);
		}

	}

}
