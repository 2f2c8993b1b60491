package dev.grpctuning.load.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.transport.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link TuningCheck} against an actuator that answers by a script. */
@Timeout(60)
class TuningCheckIT {

	private static final String DIRECT = type("direct");

	private ScriptedActuator actuator;

	private ObservedServer observed;

	@BeforeEach
	void start() throws IOException {
		this.actuator = ScriptedActuator.start();
		this.observed = new ObservedServer(new TargetAddress("127.0.0.1", 1), this.actuator.base(), null);
	}

	@AfterEach
	void stop() {
		this.observed.close();
		this.actuator.close();
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 401, 404 })
	void whenALivingServerNoLongerShowsItThenTheRunIsRefused(int status) throws Exception {
		this.actuator.tuning(0, DIRECT).answer("GET /grpctuning", status, "");
		assertRefused(before(), "could not be read again after the run: " + this.actuator.base()
				+ "/grpctuning no longer reports the settings in force");
	}

	@Test
	void whenTheServerNeverSaidWhatItIsThenItIsNotAskedAgain() throws Exception {
		TuningCheck check = before();
		assertThat(check.after(new Server(this.observed, false))).isFalse();
		assertThat(check.tuning()).isNull();
		assertThat(this.actuator.asked()).containsExactly("GET /grpctuning");
	}

	private void assertRefused(TuningCheck check, String reason) {
		assertThatExceptionOfType(TuningRefusedException.class)
			.isThrownBy(() -> check.after(new Server(this.observed, false)))
			.withMessage(reason);
	}

	private TuningCheck before() throws Exception {
		ServerSpec spec = new ServerSpec(Path.of(""), Path.of(""), null, List.of(),
				Map.of("grpc.tuning.executor.type", "direct"), Path.of(""));
		return TuningCheck.before(spec, this.observed);
	}

	private static String type(String value) {
		return ScriptedActuator.knob("executor.type", "\"" + value + "\"", "\"" + value + "\"", "null", "actuator");
	}

	/** A server of which is known whether it has died. */
	private record Server(ObservedServer observed, boolean hasEnded) implements RunServer {

		@Override
		public void awaitReady() {
			// It is.
		}

		@Override
		public void onExit(Runnable action) {
			// Nobody asks.
		}

		@Override
		public RunServer.End end() {
			return new RunServer.End(null, null, List.of());
		}

		@Override
		public void close() {
			// There is no process.
		}

	}

}
