package dev.grpctuning.autoconfigure;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloServiceGrpc;
import dev.grpctuning.testkit.ServerCertificate;
import dev.grpctuning.testkit.greeting.GrpcServerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Mutual TLS whose files are replaced while the server runs. */
class RenewedCertificatesIT {

	private static final boolean BOOT = ClassUtils.isPresent(TunedApplication.BOOT, null);

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	/** net.devh's server reads the files when a generation is built. */
	@Test
	void whenCertificatesAreRenewedThenNewConnectionsHaveThemAlsoAfterSwaps() {
		ServerCertificate files = ServerCertificate.create();
		ChannelCredentials before = files.client();
		try (TunedApplication application = TunedApplication.start(arguments(files))) {
			assertThat(call(application, before)).isEqualTo(Status.Code.OK);
			for (int threads = 1; threads <= 2; threads++) {
				ServerCertificate renewed = ServerCertificate.create();
				ChannelCredentials after = renewed.client();
				assertThat(call(application, after)).isEqualTo(Status.Code.UNAVAILABLE);
				files.replaceBy(renewed);
				if (BOOT) {
					await().untilAsserted(() -> assertThat(call(application, after)).isEqualTo(Status.Code.OK));
				}
				application.change("worker-threads=" + threads);
				assertThat(application.serving().number()).isEqualTo(1 + threads);
				assertThat(call(application, after)).isEqualTo(Status.Code.OK);
				assertThat(call(application, before)).isEqualTo(Status.Code.UNAVAILABLE);
				before = after;
			}
		}
	}

	private static String[] arguments(ServerCertificate files) {
		return Stream
			.of(files.arguments().stream(),
					Stream
						.of("grpc.server.security.client-auth=REQUIRE",
								"grpc.server.security.trust-cert-collection=file:" + files.authority(),
								"spring.grpc.server.ssl.client-auth=require",
								"spring.ssl.bundle.pem.server.truststore.certificate=file:" + files.authority(),
								"spring.ssl.bundle.pem.server.reload-on-update=true",
								"spring.ssl.bundle.watch.file.quiet-period=200ms")
						.map("--"::concat))
			.flatMap((some) -> some)
			.toArray(String[]::new);
	}

	private static Status.Code call(TunedApplication application, ChannelCredentials credentials) {
		ManagedChannel channel = application.reachedBy("127.0.0.1", credentials).channel();
		try {
			HelloServiceGrpc.newBlockingStub(channel)
				.withDeadlineAfter(60, TimeUnit.SECONDS)
				.sayHello(HelloRequest.getDefaultInstance());
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
