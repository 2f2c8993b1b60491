package dev.grpctuning.orders;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

import dev.grpctuning.change.WantedChange;
import dev.grpctuning.orders.v1.GetOrderRequest;
import dev.grpctuning.orders.v1.OrderServiceGrpc;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The service with the profile {@code tls}. */
class OrdersTlsIT {

	@Test
	void whenTheCertificateIsRenewedThenTheServerHasItAlsoAfterASwap() throws Exception {
		ServerCertificate files = ServerCertificate.create();
		ChannelCredentials before = files.client();
		try (ConfigurableApplicationContext context = SpringApplication.run(OrdersApplication.class,
				"--spring.profiles.active=tls", "--spring.grpc.server.port=0", "--server.port=0",
				// The other class may have an application whose database is in this JVM
				// too.
				"--spring.datasource.url=jdbc:h2:mem:orders-tls", "--orders.tls.certificate=" + files.chain(),
				"--orders.tls.private-key=" + files.key(), "--spring.ssl.bundle.watch.file.quiet-period=200ms")) {
			int port = context.getBean(GrpcServerLifecycle.class).getPort();
			assertThat(call(port, before)).isEqualTo(Status.Code.OK);
			ServerCertificate renewed = ServerCertificate.create();
			ChannelCredentials after = renewed.client();
			files.replaceBy(renewed);
			await().atMost(Duration.ofSeconds(60))
				.untilAsserted(() -> assertThat(call(port, after)).isEqualTo(Status.Code.OK));
			assertThat(call(port, before)).isEqualTo(Status.Code.UNAVAILABLE);
			context.getBean(Tuning.class).change(WantedChange.of(Map.of("worker-threads", "1")));
			assertThat(call(port, after)).isEqualTo(Status.Code.OK);
		}
	}

	private static Status.Code call(int port, ChannelCredentials credentials) {
		ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port, credentials)
			.overrideAuthority("localhost")
			.build();
		try {
			OrderServiceGrpc.newBlockingStub(channel)
				.withDeadlineAfter(60, TimeUnit.SECONDS)
				.getOrder(GetOrderRequest.newBuilder().setId(1).build());
			return Status.Code.OK;
		}
		catch (StatusRuntimeException ex) {
			return ex.getStatus().getCode();
		}
		finally {
			channel.shutdownNow();
		}
	}

}
