package dev.grpctuning.benchmark;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.settings.value.ExecutorType;

/**
 * What the starter adds to a call, a part at a time.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class TuningBenchmark {

	@Param
	public Tuned tuned;

	@Param({ "IN_PROCESS", "NIO" })
	public Link link;

	@Param({ "DIRECT", "FORK_JOIN" })
	public ExecutorType executor;

	private Calls calls;

	@Setup
	public void start() throws IOException {
		this.calls = new Calls(this.link, this.executor, this.tuned, 0);
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
