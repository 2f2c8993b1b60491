package dev.grpctuning.hello;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Starts that fail: Spring Boot's failure analysis names the property, its value and what
 * is allowed.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusedStartIT {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path folder;

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			grpc.tuning.transport           | foo       | auto, nio, epoll, io-uring
			grpc.tuning.worker-threads      | many      | whole number
			grpc.tuning.flow-control-window | -1MB      | 1B and 2147483647B
			hello.work.delay                | PT-1S     | must not be negative
			hello.print-header              | perhaps   | boolean
			grpc.tuning.transprot           | nio       | grpc.tuning.transprot
			spring.profiles.active          | tunde     | plain, netty, fork-join, tuned, direct, adaptive
			""")
	void valueIsRefused(String property, String value, String allowed, CapturedOutput output) {
		assertThat(failure(output, "--" + property + "=" + value)).contains(property, value, allowed);
	}

	@Test
	void valueInAFileIsRefusedWithFileAndLine(CapturedOutput output) throws IOException {
		Path file = Files.writeString(this.folder.resolve("mine.yml"), "grpc:\n  tuning:\n    transport: foo\n");
		assertThat(failure(output, "--spring.config.additional-location=" + file)).contains("grpc.tuning.transport",
				"foo", "mine.yml", "3:16");
	}

	@Test
	void everyPropertyThatIsWrongIsNamed(CapturedOutput output) {
		assertThat(failure(output, "--grpc.tuning.boss-threads=0", "--grpc.tuning.transprot=nio",
				"--grpc.tuning.executor.type=cyclic"))
			.contains("grpc.tuning.boss-threads: \"0\" must be between 1 and 32767. It is set in ",
					"grpc.tuning.transprot: \"nio\" ", "grpc.tuning.executor.type: \"cyclic\" is not allowed;",
					"Correct or remove them.")
			.doesNotContain("Bindable@");
	}

	@Test
	void grpcPortInUseIsReported(CapturedOutput output) throws IOException {
		try (ServerSocket taken = Ports.taken()) {
			assertThat(failure(output, "--grpc.server.port=" + taken.getLocalPort())).contains("grpc.server",
					Integer.toString(taken.getLocalPort()), "already in use");
		}
	}

	/** Starts the application and returns the failure analysis that it logs. */
	private static String failure(CapturedOutput output, String... arguments) {
		assertThatException().isThrownBy(() -> start(arguments));
		assertThat(output).contains("APPLICATION FAILED TO START");
		String report = output.toString().substring(output.toString().indexOf("APPLICATION FAILED TO START"));
		assertThat(report).doesNotContain("\tat ");
		return report;
	}

	private static void start(String... arguments) {
		List<String> all = new ArrayList<>(List.of(arguments));
		all.add("--spring.main.register-shutdown-hook=false");
		Stream.of("--grpc.server.port=", "--server.port=")
			.filter((port) -> all.stream().noneMatch((argument) -> argument.startsWith(port)))
			.toList()
			.forEach((port) -> all.add(port + "0"));
		SpringApplication.run(HelloServiceApplication.class, all.toArray(String[]::new)).close();
	}

}
