package dev.grpctuning.containers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What docker compose says when something is wrong: which service it is, and in one line
 * of its log, why.
 */
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

	@ParameterizedTest
	@CsvSource({ "''", "'   '" })
	void whenThePasswordIsMissingThenNothingStarts(String password) {
		this.stack.set("SPRING_SECURITY_USER_PASSWORD", password);
		Outcome up = this.stack.up("hello-service");
		assertThat(up.exitCode()).isNotZero();
		assertThat(up.output().lines()).hasSize(1)
			.first()
			.asString()
			.contains("SPRING_SECURITY_USER_PASSWORD is missing a value: set it in .env");
	}

	@Test
	void whenAPropertyDoesNotBindThenItsFileAndLineAreNamed() {
		this.stack.write("config/application.yml", "# an edit\ngrpc.tuning.executor.type: quick\n");
		assertServiceEndsWith("grpc.tuning.executor.type: \"quick\" is not allowed (application.yml:2); use one of ");
	}

	@Test
	void whenAVariableDoesNotBindThenItIsNamed() {
		this.stack.set("GRPC_TUNING_WORKER_THREADS", "many");
		assertServiceEndsWith(
				"grpc.tuning.worker-threads: \"many\" is not allowed (environment variable GRPC_TUNING_WORKER_THREADS)");
	}

	@Test
	void whenThePropertyFileIsBrokenThenItsLineIsNamed() {
		this.stack.write("config/application.yml", "grpc:\n  tuning: a: b\n");
		assertServiceEndsWith("application.yml:2: not valid YAML, ");
	}

	@Test
	void whenAPortIsTakenInTheContainerThenItsPropertyIsNamed() {
		this.stack.set("GRPC_SERVER_PORT", "8081");
		assertServiceEndsWith("grpc.server.port: ");
	}

	@Test
	void whenAPortOfTheMachineIsTakenThenTheServiceAndThePortAreNamed() throws IOException {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
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
		Outcome up = this.stack.up("hello-service", "load-client");
		assertThat(up.exitCode()).isNotZero();
		assertThat(up.output().lines()).last().asString().contains("load-client-1 exited (1)");
		assertThat(this.stack.logs("load-client")).hasSize(1)
			.first()
			.asString()
			.startsWith(
					"load.open.rate: \"fast\" is not allowed (environment variable LOAD_OPEN_RATE); use a number such as 0.5 or 200.");
	}

	private void assertServiceEndsWith(String line) {
		Outcome up = this.stack.up("hello-service", "load-client");
		assertThat(up.exitCode()).isNotZero();
		assertThat(up.output().lines()).last().asString().contains("hello-service-1 exited (1)");
		assertThat(this.stack.logs("hello-service")).last().asString().startsWith(line);
		assertThat(this.stack.logs("hello-service")).filteredOn((logged) -> !logged.contains(" INFO ")).hasSize(1);
	}

}
