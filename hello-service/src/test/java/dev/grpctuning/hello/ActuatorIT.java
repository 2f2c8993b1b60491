package dev.grpctuning.hello;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/** What the actuator shows, and where it listens. */
class ActuatorIT extends AbstractServiceIT {

	@BeforeAll
	void callOnce() {
		this.service.stub().sayHello(HelloRequest.getDefaultInstance());
	}

	@ParameterizedTest
	@ValueSource(strings = { "health", "info", "metrics", "prometheus", "beans", "configprops", "env", "threaddump" })
	void endpointIsExposed(String endpoint) throws Exception {
		assertThat(this.service.authenticated().get("/actuator/" + endpoint).status()).isEqualTo(200);
	}

	@ParameterizedTest
	@ValueSource(strings = { "shutdown", "heapdump", "loggers" })
	void otherEndpointsAreNotExposed(String endpoint) throws Exception {
		assertThat(this.service.authenticated().get("/actuator/" + endpoint).status()).isEqualTo(404);
	}

	@Test
	void prometheusShowsTheGrpcServerAndTheJvm() {
		Pattern calls = Pattern.compile("grpc_server_call_duration_seconds_count\\{[^}]*SayHello\"[^}]*} [1-9]");
		await().untilAsserted(() -> assertThat(this.service.actuator("prometheus").body()).containsPattern(calls)
			.contains("grpc_server_call_started_total", "grpc_server_call_duration_seconds", "jvm_memory_used_bytes",
					"jvm_gc_", "jvm_threads_live_threads"));
	}

	@Test
	void prometheusDoesNotCountTheFiltersOfSpringSecurity() throws Exception {
		assertThat(this.service.actuator("prometheus").body()).doesNotContain("spring_security");
	}

	@Test
	void infoShowsTheGrpcServices() throws Exception {
		assertThat(this.service.actuator("info").body()).contains("\"grpc.server\"", "\"hello.v1.HelloService\"",
				"\"port\":" + this.service.grpcPort());
	}

	@Test
	void configpropsShowsTheTuning() throws Exception {
		assertThat(this.service.authenticated().get("/actuator/configprops").body())
			.contains("\"maxConcurrentCallsPerConnection\":1000");
	}

	@ParameterizedTest
	@ValueSource(strings = { "configprops", "env" })
	void passwordIsNotShown(String endpoint) throws Exception {
		assertThat(this.service.authenticated().get("/actuator/" + endpoint).body()).contains("password")
			.doesNotContain(RunningService.PASSWORD);
	}

	@Test
	void onlyLoopbackIsListenedOn() throws Exception {
		List<InetAddress> others = NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
			.toList();
		Assumptions.assumeFalse(others.isEmpty());
		for (InetAddress address : others) {
			assertThatIOException().isThrownBy(() -> connect(address, this.service.grpcPort()));
			assertThatIOException().isThrownBy(() -> connect(address, this.service.webPort()));
		}
	}

	private static void connect(InetAddress address, int port) throws IOException {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address, port), 2000);
		}
	}

}
