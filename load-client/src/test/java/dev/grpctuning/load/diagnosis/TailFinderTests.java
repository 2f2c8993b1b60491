package dev.grpctuning.load.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.load.diagnosis.TailDocument.CauseShare;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.latency.LatencyInterval;
import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.CpuCounters;
import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;
import dev.grpctuning.load.result.Samples;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TailFinder}: 1,000 calls per second, each answered after 1 ms unless
 * something held it up.
 */
class TailFinderTests {

	private static final long MILLI = 1_000_000;

	private static final long START = Samples.STARTED_NANOS;

	private final List<Stall> injected = new ArrayList<>();

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = { "CPU_PRESSURE", "UNEXPLAINED" })
	void whenOneThingHoldsCallsUpThenItIsTheCauseOfAllSlowOnes(TailCause kind) {
		stall(kind, 5000, 50);
		TailDocument tail = find(20_000);
		assertThat(tail.share()).isEqualTo(0.001);
		assertThat(tail.calls()).isEqualTo(20);
		assertThat(tail.causes()).containsExactly(new CauseShare(kind, 1));
		assertThat(tail.slowest()).hasSize(10).first().satisfies((call) -> {
			assertThat(call.dueSeconds()).isCloseTo(5, Offset.offset(0.002));
			assertThat(call.endSeconds()).isCloseTo(5.051, Offset.offset(0.002));
		});
	}

	@Test
	void whenSeveralThingsHoldCallsUpThenEachHasItsPart() {
		stall(TailCause.YOUNG_COLLECTION, 3000, 30);
		stall(TailCause.EVENT_LOOP, 8000, 30);
		List<Stall> seen = List.copyOf(this.injected);
		stall(TailCause.CLIENT_PAUSE, 12_000, 30);
		TailDocument tail = find(30_000, seen, ClientObservation.NONE);
		assertThat(tail.causes()).extracting(CauseShare::cause)
			.containsExactlyInAnyOrder(TailCause.YOUNG_COLLECTION, TailCause.EVENT_LOOP, TailCause.UNEXPLAINED);
		assertThat(tail.causes())
			.allSatisfy((part) -> assertThat(part.share()).isCloseTo(1 / 3.0, Offset.offset(0.05)));
	}

	@Test
	void whenACollectionMakesAnEventLoopLateThenItIsTheCause() {
		stall(TailCause.EVENT_LOOP, 5000, 50);
		stall(TailCause.YOUNG_COLLECTION, 5000, 50);
		stall(TailCause.CLIENT_PAUSE, 5000, 50);
		assertThat(find(20_000).causes()).containsExactly(new CauseShare(TailCause.YOUNG_COLLECTION, 1));
	}

	@Test
	void whenAShortPauseFallsIntoALongDelayThenItIsNotTheCause() {
		stall(TailCause.EVENT_LOOP, 5000, 100);
		List<Stall> seen = List.of(new Stall(TailCause.YOUNG_COLLECTION, at(5050), at(5060)));
		TailDocument tail = find(20_000, seen, ClientObservation.NONE);
		assertThat(tail.causes()).containsExactly(new CauseShare(TailCause.UNEXPLAINED, 1));
	}

	@Test
	void whenThreadsWaitForProcessorsThenThatIsTheCauseOfWhatIsLeft() {
		stall(TailCause.YOUNG_COLLECTION, 3000, 20);
		List<Stall> seen = List.copyOf(this.injected);
		stall(TailCause.CLIENT_PAUSE, 8000, 20);
		TailDocument tail = find(20_000, seen, new ClientObservation(
				List.of(pressure(0, 1), pressure(8000, 1), pressure(8050, 1.05), pressure(20_000, 1.06)), List.of()));
		assertThat(tail.causes()).extracting(CauseShare::cause)
			.containsExactlyInAnyOrder(TailCause.YOUNG_COLLECTION, TailCause.CPU_PRESSURE);
	}

	/** The slowest 200: 150 of 400 in the collection, and 50 of 300 behind the loop. */
	@Test
	void whenMoreCallsAreSlowThanAreKeptThenThoseThatAreKeptStandForTheOthers() {
		stall(TailCause.FULL_COLLECTION, 1000, 400);
		stall(TailCause.EVENT_LOOP, 8000, 300);
		TailDocument tail = find(200_000);
		assertThat(tail.causes()).extracting(CauseShare::cause)
			.containsExactly(TailCause.FULL_COLLECTION, TailCause.EVENT_LOOP);
		assertThat(tail.causes().getFirst().share()).isCloseTo(0.75, Offset.offset(0.02));
	}

	@Test
	void whenThereAreFewCallsThenItIsTheSlowestHundredth() {
		stall(TailCause.CHANGE, 1000, 30);
		assertThat(find(5000).share()).isEqualTo(0.01);
		assertThat(TailFinder.find(load(999), this.injected, ClientObservation.NONE)).isNull();
	}

	private void stall(TailCause kind, long fromMillis, long millis) {
		this.injected.add(new Stall(kind, at(fromMillis), at(fromMillis + millis)));
	}

	private static long at(long millis) {
		return START + millis * MILLI;
	}

	private static ClientObservation.Sample pressure(long atMillis, double seconds) {
		return new ClientObservation.Sample(at(atMillis), new CpuCounters(seconds, null, null, null, null, null, null));
	}

	private TailDocument find(int calls) {
		return find(calls, this.injected, ClientObservation.NONE);
	}

	private TailDocument find(int calls, List<Stall> seen, ClientObservation client) {
		return Objects.requireNonNull(TailFinder.find(load(calls), seen, client));
	}

	/** Calls that all wait for the end of an injected stall. */
	private MeasuredLoad load(int calls) {
		LatencyInterval run = LatencyInterval.ofRun();
		LatencyRecorder recorder = new LatencyRecorder();
		IntStream.range(0, calls).forEach((call) -> {
			long due = at(call);
			long ready = this.injected.stream()
				.filter((stall) -> stall.fromNanos() <= due && due < stall.untilNanos())
				.mapToLong(Stall::untilNanos)
				.max()
				.orElse(due);
			recorder.record(due, due, ready + MILLI);
			if (call % 1000 == 999) {
				LatencyInterval second = new LatencyInterval();
				recorder.drainTo(second);
				run.add(second);
			}
		});
		recorder.drainTo(run);
		return Samples.with(run);
	}

}
