package dev.grpctuning.autoconfigure;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.BindException;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ApplicationContextException;
import org.springframework.mock.env.MockEnvironment;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link GrpcBindFailureAnalyzer}. */
class GrpcBindFailureAnalyzerTests {

	private final MockEnvironment environment = new MockEnvironment().withProperty("grpc.server.port", "9191")
		.withProperty("grpc.server.address", "127.0.0.1")
		.withProperty("spring.grpc.server.port", "9292");

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	@Test
	void whenPortIsInUseThenItIsNamed() {
		FailureAnalysis analysis = analyze(
				failure("Failed to bind to address /127.0.0.1:9191", "Address already in use"));
		assertThat(analysis.getDescription())
			.isEqualTo("grpc.server.port: 9191 is already in use on address 127.0.0.1");
		assertThat(analysis.getAction()).isEqualTo("set another port or stop the process that listens on it.");
	}

	@Test
	void whenAddressIsForeignThenItIsNamed() {
		FailureAnalysis analysis = analyze(
				failure("Failed to bind to address /127.0.0.1:9191", "Cannot assign requested address"));
		assertThat(analysis.getDescription()).isEqualTo(
				"grpc.server.address: 127.0.0.1 cannot be bound with port 9191 (Cannot assign requested address)");
	}

	@Test
	void whenServerIsSpringBootsThenItsPropertiesAreNamed() {
		this.beanFactory.registerSingleton(BootServerConfiguration.class.getName(), new Object());
		assertThat(analyze(failure("Failed to bind to address *:9292", "Address already in use")).getDescription())
			.isEqualTo("spring.grpc.server.port: 9292 is already in use on address *");
		assertThat(analyze(failure("Failed to bind to address *:9292", "Permission denied")).getDescription())
			.isEqualTo("spring.grpc.server.address: * cannot be bound with port 9292 (Permission denied)");
	}

	@Test
	void whenSocketIsOfTheUnixDomainThenItsPathIsNamed() {
		this.environment.setProperty("grpc.server.address", "unix:/run/hello.sock");
		FailureAnalysis analysis = analyze(
				failure("Failed to bind to address /run/hello.sock", "Address already in use"));
		assertThat(analysis.getDescription()).isEqualTo("grpc.server.address: unix:/run/hello.sock is already in use");
		assertThat(analysis.getAction()).isEqualTo("remove the file if no process listens on it, or set another path.");
		this.beanFactory.registerSingleton(BootServerConfiguration.class.getName(), new Object());
		this.environment.setProperty("spring.grpc.server.netty.domain-socket-path", "/run/hello.sock");
		analysis = analyze(failure("Failed to bind to address /run/hello.sock", "Permission denied"));
		assertThat(analysis.getDescription()).isEqualTo(
				"spring.grpc.server.netty.domain-socket-path: /run/hello.sock cannot be bound (Permission denied)");
		assertThat(analysis.getAction()).isEqualTo("set a path at which a socket may be created.");
	}

	@Test
	void whenFailureIsAnotherThenItIsLeftToOthers() {
		assertThat(analyzer().analyze(new ApplicationContextException("Failed to start bean",
				new IOException("Failed to read", new FileNotFoundException("none")))))
			.isNull();
	}

	@Test
	void whenTheWebServerCannotBindThenItIsLeftToOthers() {
		assertThat(analyzer().analyze(new ApplicationContextException("Failed to start web server",
				new BindException("Address already in use"))))
			.isNull();
	}

	private FailureAnalysis analyze(Throwable failure) {
		return Objects.requireNonNull(analyzer().analyze(failure));
	}

	private GrpcBindFailureAnalyzer analyzer() {
		return new GrpcBindFailureAnalyzer(this.beanFactory, this.environment);
	}

	private static Throwable failure(String message, String reason) {
		return new ApplicationContextException("Failed to start bean", new IllegalStateException(
				"Failed to start the grpc server", new IOException(message, new BindException(reason))));
	}

}
