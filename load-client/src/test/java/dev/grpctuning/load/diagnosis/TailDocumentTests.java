package dev.grpctuning.load.diagnosis;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
 * Tests for {@link TailDocument}: 1,000 calls per second, each answered after 1 ms unless
 * something held it up.
 */
class TailDocumentTests {

	private static final long MILLI = 1_000_000;

	/** Threads wait for a processor from 9.00 s to 9.05 s. */
	private static final ClientObservation CLIENT = new ClientObservation(new TreeMap<>(
			Map.of(at(0), pressure(1), at(9000), pressure(1), at(9050), pressure(1.05), at(20_000), pressure(1.06))),
			List.of());

	/**
	 * What holds calls up, with the milliseconds at which it begins and that it lasts.
	 */
	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-",
			textBlock = """
					# calls | seen                          | not seen              | shares of the slowest
					20000   | YOUNG_COLLECTION 5000 50      | -                     | YOUNG_COLLECTION 1
					20000   | FULL_COLLECTION 5000 50       | -                     | FULL_COLLECTION 1
					20000   | OTHER_PAUSE 5000 50           | -                     | OTHER_PAUSE 1
					20000   | CHANGE 5000 50                | -                     | CHANGE 1
					20000   | EVENT_LOOP 5000 50            | -                     | EVENT_LOOP 1
					20000   | CLIENT_COLLECTION 5000 50     | -                     | CLIENT_COLLECTION 1
					20000   | CLIENT_PAUSE 5000 50          | -                     | CLIENT_PAUSE 1
					20000   | EVENT_LOOP 5000 50, YOUNG_COLLECTION 5000 50, CLIENT_PAUSE 5000 50 | - | YOUNG_COLLECTION 1
					30000   | YOUNG_COLLECTION 3000 30, EVENT_LOOP 8000 30 | CLIENT_PAUSE 12000 30 | YOUNG_COLLECTION 0.33, EVENT_LOOP 0.33, UNEXPLAINED 0.33
					20000   | YOUNG_COLLECTION 5050 10      | EVENT_LOOP 5000 100   | UNEXPLAINED 1
					20000   | YOUNG_COLLECTION 3000 20      | CLIENT_PAUSE 9000 20  | YOUNG_COLLECTION 0.5, CPU_PRESSURE 0.5
					# The slowest 200: 150 of 400 in the collection, and 50 of 300 behind the loop.
					200000  | FULL_COLLECTION 1000 400, EVENT_LOOP 8000 300 | - | FULL_COLLECTION 0.75, EVENT_LOOP 0.25
					""")
	void theFirstCauseThatCoversHalfOfTheDelayIsTheOne(int calls, String seen, @Nullable String notSeen,
			String expected) {
		List<Stall> injected = Stream.concat(stalls(seen), stalls(notSeen)).toList();
		TailDocument tail = Objects
			.requireNonNull(TailDocument.of(load(calls, injected), stalls(seen).toList(), CLIENT));
		assertThat(tail.share()).isEqualTo(0.001);
		assertThat(tail.calls()).isEqualTo(calls / 1000);
		String[] shares = expected.split(", ");
		assertThat(tail.causes()).hasSize(shares.length).allSatisfy((part) -> {
			String share = Arrays.stream(shares)
				.filter((each) -> each.startsWith(part.cause() + " "))
				.findFirst()
				.orElse(part.cause() + " 0");
			assertThat(part.share()).as("%s", part.cause())
				.isCloseTo(Double.parseDouble(share.split(" ")[1]), Offset.offset(0.05));
		});
		assertThat(tail.causes()).extracting(CauseShare::share).isSortedAccordingTo((one, two) -> two.compareTo(one));
	}

	@Test
	void whenThereAreFewCallsThenItIsTheSlowestHundredth() {
		List<Stall> change = stalls("CHANGE 1000 30").toList();
		TailDocument tail = Objects.requireNonNull(TailDocument.of(load(5000, change), change, ClientObservation.NONE));
		assertThat(tail.share()).isEqualTo(0.01);
		assertThat(tail.slowest()).hasSize(10).first().satisfies((call) -> {
			assertThat(call.cause()).isEqualTo(TailCause.CHANGE);
			assertThat(call.dueSeconds()).isCloseTo(1, Offset.offset(0.002));
			assertThat(call.endSeconds()).isCloseTo(1.031, Offset.offset(0.002));
		});
		assertThat(TailDocument.of(load(999, change), change, ClientObservation.NONE)).isNull();
	}

	private static Stream<Stall> stalls(@Nullable String stalls) {
		return Stream.ofNullable(stalls).flatMap((all) -> Stream.of(all.split(", "))).map((stall) -> {
			String[] parts = stall.split(" ");
			long from = Long.parseLong(parts[1]);
			return new Stall(TailCause.valueOf(parts[0]), at(from), at(from + Long.parseLong(parts[2])));
		});
	}

	private static long at(long millis) {
		return Samples.STARTED_NANOS + millis * MILLI;
	}

	private static CpuCounters pressure(double seconds) {
		return new CpuCounters(seconds, null, null, null, null);
	}

	/** Calls that all wait for the end of an injected stall. */
	private static MeasuredLoad load(int calls, List<Stall> injected) {
		LatencyInterval run = LatencyInterval.ofRun();
		LatencyRecorder recorder = new LatencyRecorder();
		IntStream.range(0, calls).forEach((call) -> {
			long due = at(call);
			long ready = injected.stream()
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
