package dev.grpctuning.orders;

import java.util.concurrent.TimeUnit;

import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.grpc.server.lifecycle.GrpcServerLifecycle;

import dev.grpctuning.orders.v1.GetOrderRequest;
import dev.grpctuning.orders.v1.OrderServiceGrpc;
import dev.grpctuning.testkit.ServerCertificate;

import static org.assertj.core.api.Assertions.assertThat;

/** The service with the profile {@code tls}. */
class OrdersTlsIT {

	@Test
	void whenTheProfileIsTlsThenTheServerHasTheCertificate() throws Exception {
		ServerCertificate certificate = ServerCertificate.create();
		try (ConfigurableApplicationContext context = SpringApplication.run(OrdersApplication.class,
				"--spring.profiles.active=tls", "--spring.grpc.server.port=0", "--server.port=0",
				"--orders.tls.certificate=" + certificate.chain(), "--orders.tls.private-key=" + certificate.key())) {
			ManagedChannel channel = NettyChannelBuilder
				.forAddress("127.0.0.1", context.getBean(GrpcServerLifecycle.class).getPort(),
						TlsChannelCredentials.newBuilder().trustManager(certificate.authority()).build())
				.overrideAuthority("localhost")
				.build();
			try {
				assertThat(OrderServiceGrpc.newBlockingStub(channel)
					.withDeadlineAfter(60, TimeUnit.SECONDS)
					.getOrder(GetOrderRequest.newBuilder().setId(1).build())
					.getCustomer()).isEqualTo("customer-1");
			}
			finally {
				channel.shutdownNow();
			}
		}
	}

}
