package dev.grpctuning.load.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;

import dev.grpctuning.load.engine.TimedServer.ServedCall;
import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a client said of a run, beside what its server noted on the same clock, and where
 * the two, or the client and theory, differ by more than 2 % or 200 µs.
 */
final class TruthRun {

	private static final double TOLERANCE = 0.02;

	private static final long TOLERANCE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

	private final MeasuredLoad result;

	private final long begunNanos;

	private final List<ServedCall> all;

	private final List<ServedCall> counted;

	private final Map<String, String> differences = new TreeMap<>();

	/**
	 * A run that is over, and in which no call was lost: however busy a machine is, all
	 * calls are made and answered.
	 * @param server the server, which had no other calls; those that count came last
	 */
	TruthRun(MeasuredLoad result, TimedServer server) {
		this.result = result;
		this.begunNanos = server.begunNanos();
		this.all = server.served();
		long started = result.result().counts().started();
		assertThat(result.result().counts()).isEqualTo(new Counts(started, started, Map.of(), 0, 0));
		assertThat(result.latencies().response().getTotalCount()).as("response times").isEqualTo(started);
		assertThat(result.latencies().service().getTotalCount()).as("service times").isEqualTo(started);
		this.counted = this.all.subList(this.all.size() - (int) started, this.all.size());
	}

	/** From when each call arrived to when the server had answered it. */
	long[] served() {
		return this.counted.stream().mapToLong((call) -> call.answeredNanos() - call.arrivedNanos()).toArray();
	}

	/**
	 * From when each call was due to when the server had answered it.
	 * @param due when calls are due, in nanoseconds since they count
	 */
	long[] served(long[] due) {
		assertThat(this.counted.size()).as("calls that count").isEqualTo(due.length);
		return IntStream.range(0, due.length)
			.mapToLong((call) -> this.counted.get(call).answeredNanos() - this.result.startedNanos() - due[call])
			.toArray();
	}

	/**
	 * From when each call is due to when the server should answer it.
	 * @param due when calls are due, in nanoseconds since they count
	 * @param server when a call should be answered that arrives at a time
	 */
	long[] theory(long[] due, LongUnaryOperator server) {
		return Arrays.stream(due)
			.map((offset) -> this.result.startedNanos() + offset - this.begunNanos)
			.map((arrival) -> server.applyAsLong(arrival) - arrival)
			.toArray();
	}

	/** Compares response times with what they were. */
	void compareServed(long[] nanos, double... percentiles) {
		compare("served", nanos, true, percentiles);
	}

	/**
	 * Compares response times with what they should be. What disturbs the machine makes
	 * them longer, but never shorter.
	 */
	void compareTheory(long[] nanos, double... percentiles) {
		compare("theory", nanos, false, percentiles);
		compare("theory", nanos, true, 25);
	}

	private void compare(String what, long[] nanos, boolean longer, double... percentiles) {
		Histogram micros = this.result.latencies().response();
		long[] sorted = nanos.clone();
		Arrays.sort(sorted);
		for (double percentile : percentiles) {
			// 99 / 100 is a bit too much for a double.
			long expected = sorted[(int) Math.ceil(Math.nextDown(percentile) / 100 * sorted.length) - 1];
			long off = TimeUnit.MICROSECONDS.toNanos(micros.getValueAtPercentile(percentile)) - expected;
			if ((longer ? Math.abs(off) : -off) > Math.max(TOLERANCE_NANOS, TOLERANCE * expected)) {
				this.differences.put(what + " p" + percentile, String.format(Locale.ROOT, "%.1f ms instead of %.1f ms",
						(expected + off) / 1e6, expected / 1e6));
			}
		}
	}

	/** Compares the rate with what the server answered in that time. */
	void compareRate() {
		long until = this.result.startedNanos() + Math.round(this.result.result().rate().windowSeconds() * 1e9);
		long answered = this.all.stream()
			.mapToLong(ServedCall::answeredNanos)
			.filter((nanos) -> nanos >= this.result.startedNanos() && nanos <= until)
			.count();
		double expected = answered / this.result.result().rate().windowSeconds();
		if (Math.abs(this.result.result().rate().perSecond() - expected) > TOLERANCE * expected) {
			this.differences.put("rate", String.format(Locale.ROOT, "%.1f/s instead of %.1f/s",
					this.result.result().rate().perSecond(), expected));
		}
	}

	/** Compares a number of calls with what it should be. */
	void compareCount(String what, long calls, long expected) {
		if (calls != expected) {
			this.differences.put(what, calls + " instead of " + expected);
		}
	}

	/** How many calls took longer. */
	static long slower(Histogram micros, long nanos) {
		return micros.getTotalCount() - micros.getCountBetweenValues(0, TimeUnit.NANOSECONDS.toMicros(nanos));
	}

	MeasuredLoad result() {
		return this.result;
	}

	/** What differed, and how. */
	Map<String, String> differences() {
		return this.differences;
	}

}
