package dev.grpctuning.load.api;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.load.engine.result.LoadResult;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of docs/how-to/load-in-a-test.md. */
class GreeterLoadIT {

	@Test
	void answersTwoHundredCallsPerSecond() throws Exception {
		Server server = NettyServerBuilder.forPort(0).addService(new Greeter()).build().start();
		LoadResult load = LoadTest.target("localhost:" + server.getPort())
			.call(HelloServiceGrpc.getSayHelloMethod(), HelloRequest.newBuilder().setFirstName("Ada").build())
			.open(200)
			.warmup(Duration.ofSeconds(1))
			.duration(Duration.ofSeconds(1))
			.run();
		server.shutdownNow();
		assertThat(load.counts().failedTotal()).isZero();
		assertThat(load.latencyMicros().response().p99()).isLessThan(10_000_000);
	}

	@Test
	void isQuotedByTheDocumentation() throws Exception {
		String source = Files.readString(Path.of("src/test/java/dev/grpctuning/load/api/GreeterLoadIT.java"));
		String example = source.split("\n\n(?=\t@Test)")[1];
		assertThat(Files.readString(Path.of("../docs/how-to/load-in-a-test.md")))
			.contains(example.replaceAll("(?m)^\t", "").replace("\t", "    "));
	}

	private static final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			response.onNext(HelloResponse.newBuilder().setId(request.getId()).build());
			response.onCompleted();
		}

	}

}
