package dev.grpctuning.benchmark;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import dev.grpctuning.hello.v1.HelloResponse;

/** Blocking unary calls, one after the other. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public abstract class CallBenchmark {

	private Calls calls;

	abstract Calls open() throws IOException;

	@Setup
	public void start() throws IOException {
		this.calls = open();
	}

	@TearDown
	public void stop() throws InterruptedException {
		this.calls.close();
	}

	@Benchmark
	public HelloResponse call() {
		return this.calls.call();
	}

}
