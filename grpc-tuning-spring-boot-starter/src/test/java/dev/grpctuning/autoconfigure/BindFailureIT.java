package dev.grpctuning.autoconfigure;

import java.io.IOException;
import java.net.ServerSocket;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.ClassUtils;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/** A port that is in use is named by the property of the server's framework. */
@ExtendWith(OutputCaptureExtension.class)
class BindFailureIT {

	@Test
	void whenPortIsInUseThenItsPropertyIsNamed(CapturedOutput output) throws IOException {
		boolean boot = ClassUtils.isPresent(BootServerConfiguration.CLASS, getClass().getClassLoader());
		try (ServerSocket taken = Ports.taken()) {
			int port = taken.getLocalPort();
			assertThatException()
				.isThrownBy(() -> TunedApplication.start(TunedApplication.Application.class, port).close());
			assertThat(output.getAll().lines()).contains("%s.port: %d is already in use on address 127.0.0.1"
				.formatted(boot ? "spring.grpc.server" : "grpc.server", port));
		}
	}

}
