package dev.grpctuning.containers;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;

/** Failures: docker compose names the service, and its log has the reason. */
@RequiresEngine
class BadInputIT {

	@TempDir
	private Path folder;

	private Stack stack;

	@BeforeEach
	void make() {
		this.stack = new Stack(this.folder);
	}

	@AfterEach
	void remove() {
		this.stack.close();
	}

	@Test
	void whenPropertiesDoNotBindThenTheirFileAndLineOrVariableAreNamed() {
		this.stack.write("config/application.yml", "# an edit\ngrpc.tuning.executor.type: quick\n");
		this.stack.set("GRPC_TUNING_WORKER_THREADS", "many");
		Outcome up = this.stack.up("hello-service", "load-client");
		assertThat(up.exitCode()).isNotZero();
		assertThat(up.output().lines()).last().asString().contains("hello-service-1 exited (1)");
		assertThat(String.join("\n", this.stack.logs("hello-service"))).contains("grpc.tuning.executor.type", "quick",
				"application.yml", "2:28", "use one of direct,", "grpc.tuning.worker-threads", "many",
				"GRPC_TUNING_WORKER_THREADS");
	}

	@Test
	void whenAPortOfTheMachineIsTakenThenTheServiceAndThePortAreNamed() throws IOException {
		try (ServerSocket taken = Ports.taken()) {
			this.stack.set("PORT_GRPC", Integer.toString(taken.getLocalPort()));
			Outcome up = this.stack.up("hello-service");
			assertThat(up.exitCode()).isNotZero();
			assertThat(up.output().lines()).last()
				.asString()
				.contains("hello-service-1", "127.0.0.1:" + taken.getLocalPort(), "address already in use");
		}
	}

	@Test
	void whenTheServiceIsNotHealthyThenTheLoadDoesNotStart() {
		this.stack.set("SERVER_PORT", "8099");
		this.stack.write("docker-compose.override.yml",
				"services: {hello-service: {healthcheck: {interval: 2s, start_period: 1s}}}\n");
		Outcome up = this.stack.up("hello-service", "load-client");
		assertThat(up.exitCode()).isNotZero();
		assertThat(up.output().lines()).last().asString().contains("hello-service-1 is unhealthy");
		assertThat(this.stack.logs("load-client")).isEmpty();
	}

	@Test
	void whenAnOptionOfTheLoadDoesNotBindThenTheLoadClientSaysSo() {
		this.stack.set("LOAD_OPEN_RATE", "fast");
		Outcome up = this.stack.up("--no-deps", "load-client");
		assertThat(up.exitCode()).isNotZero();
		assertThat(up.output().lines()).last().asString().contains("load-client-1 exited (1)");
		assertThat(this.stack.logs("load-client")).hasSize(1)
			.first()
			.asString()
			.startsWith(
					"load.open.rate: \"fast\" is not allowed (environment variable LOAD_OPEN_RATE); use a number such as 0.5 or 200.");
	}

}
