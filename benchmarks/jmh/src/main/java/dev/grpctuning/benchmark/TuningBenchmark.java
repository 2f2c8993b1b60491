package dev.grpctuning.benchmark;

import java.io.IOException;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;

import dev.grpctuning.settings.value.ExecutorType;

/** Cost that each part of the starter adds to a call. */
@BenchmarkMode(Mode.SampleTime)
@Fork(2)
public class TuningBenchmark extends CallBenchmark {

	@Param
	public Tuned tuned;

	@Param({ "IN_PROCESS", "NIO" })
	public Link link;

	@Param({ "DIRECT", "FORK_JOIN" })
	public ExecutorType executor;

	@Override
	Calls open() throws IOException {
		return new Calls(this.link, this.executor, this.tuned, 0);
	}

}
