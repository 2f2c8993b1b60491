package dev.grpctuning.load.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.transport.TargetUnreachableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** How a test of an application uses {@link LoadTest}. */
@Timeout(60)
class LoadTestIT {

	private static final String METHOD = "hello.v1.HelloService/SayHello";

	private Server server;

	@BeforeEach
	void start() throws IOException {
		this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
			.addService(new Greeter())
			.addService(ProtoReflectionServiceV1.newInstance())
			.build()
			.start();
	}

	@AfterEach
	void stop() {
		this.server.shutdownNow();
	}

	@Test
	void whenTheStubsOfGrpcJavaCallThenTheLoadIsTheSame() throws Exception {
		LoadResult result = LoadTest.target("localhost:" + this.server.getPort())
			.call(METHOD)
			.metadata("x-the-header", "over sockets")
			.deadline(Duration.ofSeconds(10))
			.engine(LoadEngine.STUB)
			.channels(2)
			.closed(3)
			.warmup(Duration.ofMillis(100))
			.duration(Duration.ofSeconds(2))
			.run();
		assertThat(result.counts().ok()).isPositive().isEqualTo(result.counts().started());
		assertThat(result.latencyMicros().service().count()).isEqualTo(result.counts().ok());
	}

	@Test
	void whenTheCallIsImpossibleThenTheReasonIsGiven() {
		LoadTest test = LoadTest.target("localhost:" + this.server.getPort());
		assertThatIllegalArgumentException().isThrownBy(() -> test.call("SayHello"))
			.withMessageContaining("package.Service/Method");
		assertThatExceptionOfType(InvalidCallException.class)
			.isThrownBy(test.call("hello.v1.HelloService/SayGoodbye")::run)
			.withMessageContaining("SayHello");
		this.server.shutdownNow();
		assertThatExceptionOfType(TargetUnreachableException.class).isThrownBy(test.call(METHOD)::run);
	}

	private static final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			response.onNext(HelloResponse.newBuilder().setId(request.getId()).build());
			response.onCompleted();
		}

	}

}
