package dev.grpctuning.plain;

import java.util.concurrent.TimeUnit;

import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class PlainServerIT {

	@Test
	void whenItHasChangedItsTuningThenItServesOnTheSamePort(CapturedOutput output) throws Exception {
		int port = Ports.free();
		Thread main = new Thread(() -> {
			try {
				PlainServer.main(new String[] { Integer.toString(port) });
			}
			catch (Exception ex) {
				assertThat(ex).isInstanceOf(InterruptedException.class);
			}
		});
		main.start();
		await().until(() -> output.getOut().contains("executor.threads=16"));
		await().until(() -> output.getOut().contains("The autopilot "));
		assertThat(output.getOut()).contains("max-concurrent-calls-per-connection=100");
		ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
		assertThat(HealthGrpc.newBlockingStub(channel)
			.withDeadlineAfter(30, TimeUnit.SECONDS)
			.check(HealthCheckRequest.getDefaultInstance())
			.getStatus()).isEqualTo(ServingStatus.SERVING);
		channel.shutdownNow();
		main.interrupt();
		main.join();
	}

}
