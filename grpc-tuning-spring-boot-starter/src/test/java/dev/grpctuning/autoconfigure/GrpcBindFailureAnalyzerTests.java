package dev.grpctuning.autoconfigure;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.BindException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ApplicationContextException;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link GrpcBindFailureAnalyzer}. */
class GrpcBindFailureAnalyzerTests {

	private static final IOException OF_GRPC = new IOException("Failed to bind to address /127.0.0.1:9191",
			new BindException("Address already in use"));

	private final MockEnvironment environment = new MockEnvironment();

	@Test
	void whenPortIsInUseThenItsAddressAndTheReasonAreNamed() {
		FailureAnalysis analysis = analyze(OF_GRPC);
		assertThat(analysis).isNotNull()
			.extracting(FailureAnalysis::getDescription)
			.isEqualTo("Failed to bind to address /127.0.0.1:9191: Address already in use.");
	}

	@Test
	void whenTheStarterIsDisabledThenTheFailureIsLeftToOthers() {
		this.environment.setProperty("grpc.tuning.enabled", "false");
		assertThat(analyze(OF_GRPC)).isNull();
	}

	@Test
	void whenTheFailureIsAnotherThenItIsLeftToOthers() {
		assertThat(analyze(new IOException("Failed to read", new FileNotFoundException("none")))).isNull();
		assertThat(analyze(new BindException("Address already in use"))).isNull();
	}

	private @Nullable FailureAnalysis analyze(IOException failure) {
		return new GrpcBindFailureAnalyzer(this.environment)
			.analyze(new ApplicationContextException("Failed to start bean", failure));
	}

}
