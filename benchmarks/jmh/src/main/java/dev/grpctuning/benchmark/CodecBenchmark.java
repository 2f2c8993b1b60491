package dev.grpctuning.benchmark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

import io.grpc.Drainable;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.internal.ReadableBuffers;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.annotations.Warmup;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;

/**
 * Time to write and to read a request of 1,000 random longs, as gRPC does it.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class CodecBenchmark {

	@Param
	public HelloCodec codec;

	private Marshaller<HelloRequest> marshaller;

	private HelloRequest request;

	private byte[] written;

	@Setup
	public void prepare() throws IOException {
		this.marshaller = this.codec.sayHello().getRequestMarshaller();
		HelloRequest.Builder builder = HelloRequest.newBuilder().setFirstName("Grace").setLastName("Hopper").setId(1);
		new SplittableRandom(1).longs(1000).forEach(builder::addData);
		this.request = builder.build();
		ByteArrayOutputStream target = new ByteArrayOutputStream();
		drain(this.marshaller.stream(this.request), target);
		this.written = target.toByteArray();
		if (!this.request.equals(this.marshaller.parse(received(this.written)))) {
			throw new IllegalStateException(this.codec + " reads something other than it wrote");
		}
	}

	@Benchmark
	public int encode(Frame frame, Message message) throws IOException {
		frame.reset();
		message.bytes = drain(this.marshaller.stream(this.request), frame);
		return message.bytes;
	}

	@Benchmark
	public HelloRequest decode() {
		return this.marshaller.parse(received(this.written));
	}

	private static InputStream received(byte[] bytes) {
		return ReadableBuffers.openStream(ReadableBuffers.wrap(bytes), true);
	}

	private static int drain(InputStream message, ByteArrayOutputStream target) throws IOException {
		return ((Drainable) message).drainTo(target);
	}

	/** Target where gRPC would frame a message; it does not keep the bytes. */
	@State(Scope.Thread)
	public static class Frame extends ByteArrayOutputStream {

	}

	/** Size of a message, as one more result. */
	@State(Scope.Thread)
	@AuxCounters(AuxCounters.Type.EVENTS)
	public static class Message {

		public int bytes;

	}

}
