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

	@Test
	void whenTheTuningIsTheSameAfterTheRunThenItCounts() throws Exception {
		this.actuator.tuning(0, DIRECT);
		TuningCheck check = before();
		assertThat(check.after(new Server(this.observed, false))).isFalse();
		assertThat(check.tuning()).isNotNull();
		assertThat(this.actuator.asked()).containsExactly("GET /grpctuning", "GET /grpctuning");
	}

	@Test
	void whenAnAnswerIsLateThenItCountsToo() throws Exception {
		this.actuator.tuning(0, DIRECT).answer("GET /grpctuning", 503, "").tuning(0, DIRECT);
		assertThat(before().after(new Server(this.observed, false))).isFalse();
		assertThat(this.actuator.asked()).hasSize(3);
	}

	@Test
	void whenTheTuningHasChangedThenTheRunIsRefused() throws Exception {
		this.actuator.tuning(0, DIRECT).tuning(0, type("virtual"));
		assertRefused(before(), "executor.type: expected direct, found virtual after the run");
	}

	@ParameterizedTest
	@ValueSource(ints = { 500, 503 })
	void whenALivingServerFailsToAnswerThenTheRunIsRefused(int status) throws Exception {
		this.actuator.tuning(0, DIRECT).answer("GET /grpctuning", status, "");
		assertRefused(before(),
				"could not be read again after the run: " + this.actuator.base() + "/grpctuning answered " + status
						+ ", which is not an answer of the endpoint grpctuning; correct the address.");
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 401, 404 })
	void whenALivingServerNoLongerShowsItThenTheRunIsRefused(int status) throws Exception {
		this.actuator.tuning(0, DIRECT).answer("GET /grpctuning", status, "");
		assertRefused(before(), "could not be read again after the run: " + this.actuator.base()
				+ "/grpctuning no longer reports the settings in force");
	}

	@Test
	void whenALivingServerListensNoMoreThenTheRunIsRefused() throws Exception {
		this.actuator.tuning(0, DIRECT);
		TuningCheck check = before();
		this.actuator.close();
		assertRefused(check, "could not be read again after the run: " + this.actuator.base()
				+ "/grpctuning no longer reports the settings in force");
	}

	@Test
	void whenTheServerHasDiedThenThatIsTheResult() throws Exception {
		this.actuator.tuning(0, DIRECT).answer("GET /grpctuning", 503, "");
		TuningCheck check = before();
		assertThat(check.after(new Server(this.observed, true))).isTrue();
		this.actuator.close();
		assertThat(check.after(new Server(this.observed, true))).isTrue();
		assertThat(check.tuning()).isNotNull();
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
