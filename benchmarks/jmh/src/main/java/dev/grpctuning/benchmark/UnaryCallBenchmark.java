package dev.grpctuning.benchmark;

import java.io.IOException;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;

import dev.grpctuning.settings.value.ExecutorType;

/**
 * Time of a unary call from request to response: the mean, and single calls.
 */
@BenchmarkMode({ Mode.AverageTime, Mode.SampleTime })
@Fork(1)
public class UnaryCallBenchmark extends CallBenchmark {

	@Param({ "0", "1024", "65536" })
	public int bytes;

	@Param
	public Link transport;

	@Param({ "DIRECT", "FORK_JOIN", "VIRTUAL" })
	public ExecutorType executor;

	@Override
	Calls open() throws IOException {
		return new Calls(this.transport, this.executor, Tuned.NOT, this.bytes);
	}

}
