package dev.grpctuning.autoconfigure;

import java.net.InetAddress;
import java.net.ServerSocket;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.settings.InvalidTuningException;
import dev.grpctuning.testkit.Ports;
import dev.grpctuning.testkit.greeting.Client;
import dev.grpctuning.testkit.greeting.GreetingServer;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Further addresses, and what the application decides about compression. */
class SocketsIT {

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Tag("either-framework")
	@Test
	void whenFurtherAddressesAreSetThenTheyAnswerUntilTheyAreRemoved() throws Exception {
		int first = Ports.free();
		int second = Ports.free();
		try (TunedApplication application = TunedApplication.start("listen-addresses=127.0.0.1:" + first)) {
			int own = application.port();
			assertThat(GreetingServer.call(first)).isNotEmpty();
			application.change("listen-addresses=127.0.0.1:" + second);
			assertThat(application.port()).isEqualTo(own);
			assertThat(GreetingServer.call(second)).isNotEmpty();
			assertThat(GreetingServer.call(own)).isNotEmpty();
			new ServerSocket(first, 1, InetAddress.getLoopbackAddress()).close();
			assertThatExceptionOfType(InvalidTuningException.class)
				.isThrownBy(() -> application.tryChange("listen-addresses=127.0.0.1:" + own))
				.withMessageContaining("is the address of the server itself");
		}
	}

	@Test
	void whenApplicationHasADecompressorRegistryThenEachGenerationHasIt() {
		try (TunedApplication application = TunedApplication.start(WithoutGzip.class, 0, "executor.type=direct");
				Client client = new Client(application)) {
			assertThat(sendCompressed(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
			application.change("socket.no-delay=true");
			assertThat(sendCompressed(client)).isEqualTo(Status.Code.UNIMPLEMENTED);
			assertThat(client.status().isOk()).isTrue();
		}
	}

	private static Status.Code sendCompressed(Client client) {
		return send(HelloServiceGrpc.newBlockingStub(client.channel()).withCompression("gzip"));
	}

	private static Status.Code send(HelloServiceGrpc.HelloServiceBlockingStub stub) {
		try {
			stub.withWaitForReady().sayHello(HelloRequest.getDefaultInstance());
			return Status.Code.OK;
		}
		catch (StatusRuntimeException ex) {
			return ex.getStatus().getCode();
		}
	}

	/** An application whose server does not read compressed requests. */
	@Import(TunedApplication.Application.class)
	static class WithoutGzip {

		@Bean
		DecompressorRegistry decompressorRegistry() {
			return DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);
		}

	}

}
