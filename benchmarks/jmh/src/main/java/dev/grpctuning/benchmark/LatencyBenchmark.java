package dev.grpctuning.benchmark;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import dev.grpctuning.load.latency.LatencyRecorder;
import dev.grpctuning.load.latency.SendLag;

/**
 * Cost of recording the latency of a call: service and response time in the histograms of
 * one thread, in the open model the lag of its sending in one that threads share, and the
 * clock that all of them take.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class LatencyBenchmark {

	private static final int VALUES = 8192;

	private final long[] nanos = new long[VALUES];

	private final LatencyRecorder recorder = new LatencyRecorder();

	private final SendLag lags = new SendLag(Duration.ofMillis(10), 0.01);

	private int next;

	/** A median of 200 µs and a long tail, so that branches and buckets vary. */
	@Setup
	public void prepare() {
		Random random = new Random(1);
		for (int i = 0; i < VALUES; i++) {
			this.nanos[i] = (long) (200_000 * Math.exp(random.nextGaussian()));
		}
	}

	private long nextNanos() {
		this.next = (this.next + 1) & (VALUES - 1);
		return this.nanos[this.next];
	}

	@Benchmark
	public void record() {
		long serviceNanos = nextNanos();
		this.recorder.record(0, 1000, serviceNanos + 1000);
	}

	@Benchmark
	public void recordLag() {
		this.lags.record(nextNanos());
	}

	@Benchmark
	public long nanoTime() {
		return System.nanoTime();
	}

}
