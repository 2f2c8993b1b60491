package dev.grpctuning.load.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.testkit.Ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link ChangedServer} and {@link ObservedServer} against an actuator that
 * answers by a script.
 */
@Timeout(60)
class ChangedServerIT {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final String TYPE = knob("executor.type", "\"fork-join\"", "\"fork-join\"", "null",
			"application.yml:90:16");

	private static final String NO_LIMIT = knob("limit.concurrent-calls", "null", "null", "null", "null");

	private ScriptedActuator actuator;

	@BeforeEach
	void start() throws IOException {
		this.actuator = ScriptedActuator.start();
	}

	@AfterEach
	void stop() {
		this.actuator.close();
	}

	@Test
	void whenATuningIsReadThenValuesAreTextsAndWhatIsUnlimitedIsLeftOut() throws Exception {
		this.actuator.tuning(2, TYPE, NO_LIMIT,
				knob("services.withdrawn", "null", "[\"a.B\", \"c.D\"]", "null", "null"),
				knob("executor.canary.share", "\"0.10\"", "0.1", "null", "actuator"));
		ServerTuning tuning = server(null).tuning().orElseThrow();
		assertThat(tuning.effective()).containsExactly(Map.entry("executor.type", "fork-join"),
				Map.entry("services.withdrawn", "a.B,c.D"), Map.entry("executor.canary.share", "0.1"));
		assertThat(tuning.changes()).containsExactly(Map.entry("executor.canary.share", "0.10"));
		assertThat(tuning.draining()).isEqualTo(2);
		assertThat(tuning.javaVersion()).isEqualTo("25.0.3+9-LTS");
		assertThat(tuning.find("executorType")).hasValueSatisfying((knob) -> {
			assertThat(knob.configured()).isEqualTo("fork-join");
			assertThat(knob.pending()).isNull();
		});
	}

	@ParameterizedTest
	@CsvSource({ "404, ''", "401, ''", "200, '[]'", "200, 'no JSON'", "200, '{}'" })
	void whenAServerNeedNotHaveTheEndpointThenOnlyATuningIsATuning(int status, String body) throws Exception {
		this.actuator.answer("GET /grpctuning", status, body);
		assertThat(server(null).tuning()).isEmpty();
	}

	@Test
	void whenAServerNeedNotHaveTheEndpointButHasItThenItMustAnswer() {
		this.actuator.answer("GET /grpctuning", 500, "");
		assertThatExceptionOfType(TuningRefusedException.class).isThrownBy(() -> server(null).tuning())
			.withMessageContaining("/grpctuning answered 500");
		assertThat(this.actuator.asked()).hasSize(3);
	}

	@Test
	void whenTheEndpointAnswersAtASecondTryThenThatCounts() throws Exception {
		this.actuator.answer("GET /grpctuning", 503, "").tuning(0, TYPE);
		assertThat(server(null).tuning()).isPresent();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					404 | 200 | /grpctuning is not there (404); the server must have grpc-tuning-spring-boot-starter
					404 | 401 | /grpctuning is not there (404); the server must have grpc-tuning-spring-boot-starter
					404 | 404 | /actuator: there is no actuator (404); name the address of one
					401 | 200 | a user without a password may not read the tuning (401); set experiment.server.user and
					403 | 200 | a user without a password may not read the tuning (403); set experiment.server.user and
					500 | 200 | /grpctuning answered 500, which is not an answer of the endpoint grpctuning; correct the address.
					200 | 200 | /grpctuning answered 200, which is not an answer of the endpoint grpctuning; correct the address.
					""")
	void whenTheTuningCannotBeReadThenTheLineSaysWhatToDo(int status, int base, String line) {
		this.actuator.answer("GET /grpctuning", status, "").answer("GET ", base, "");
		assertThatExceptionOfType(TuningRefusedException.class).isThrownBy(() -> server(null).endpoint().read())
			.withMessageContaining(line);
	}

	@Test
	void whenNobodyListensThenTheLineSaysSo() throws Exception {
		URI base = URI.create("http://127.0.0.1:" + Ports.free() + "/actuator");
		ObservedServer server = new ObservedServer(new TargetAddress("127.0.0.1", 1), base, null);
		assertThat(server.tuning()).isEmpty();
		assertThatIOException().isThrownBy(() -> server.endpoint().read())
			.withMessage(base + " cannot be reached (connection refused); start the server, or correct the address.");
	}

	@Test
	void whenTlsFailsThenTheLineSaysHowToTrustTheCertificate() throws Exception {
		HttpsServer tls = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		tls.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
		tls.start();
		URI base = URI.create("https://127.0.0.1:" + tls.getAddress().getPort() + "/actuator");
		try (ObservedServer server = new ObservedServer(new TargetAddress("127.0.0.1", 1), base, null)) {
			assertThatIOException().isThrownBy(() -> server.endpoint().read())
				.withMessageStartingWith(base + ": TLS failed (")
				.withMessageEndingWith("LAB_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE.");
		}
		finally {
			tls.stop(0);
		}
	}

	@Test
	void whenAServerListensThenItIsNotGoneWhateverItAnswers() throws Exception {
		this.actuator.tuning(0, TYPE).answer("GET /grpctuning", 500, "").answer("GET /grpctuning", 0, "");
		TuningEndpoint tuning = server(null).endpoint();
		tuning.read();
		assertThat(tuning.isGone()).as("500").isFalse();
		assertThat(tuning.isGone()).as("no answer").isFalse();
		this.actuator.close();
		assertThat(tuning.isGone()).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					401 | '' | a user without a password may not change the tuning (401); set experiment.server.user and
					403 | '' | a user without a password may not change the tuning (403); set
					405 | '' | can only be read (405); set management.endpoint.grpctuning.access=unrestricted in the server.
					404 | '' | /grpctuning is not there (404)
					503 | '' | /grpctuning answered 503
					400 | 'oops' | /grpctuning answered 400
					400 | {"error": "invalid", "problems": [{"knob": "executor.type", "value": "cyclic", "reason": "use one of direct."}, {"knob": "x", "value": null, "reason": "is not a knob."}]} | executor.type: "cyclic" use one of direct. x: "null" is not a knob.
					409 | {"outcome": "ROLLED_BACK", "detail": "the port is taken"} | the server did not take the change (ROLLED_BACK): the port is taken
					409 | {"error": "There is no gRPC server", "problems": []} | the server did not take the change (409): There is no gRPC server
					""")
	void whenAChangeIsRefusedThenTheLineSaysWhyAndItIsOnlyTried(int status, String body, String line) throws Exception {
		this.actuator.tuning(0, TYPE).answer("GET ", 200, "").answer("POST /grpctuning", status, body);
		ChangedServer tuning = changed(TIMEOUT);
		assertThatExceptionOfType(TuningRefusedException.class)
			.isThrownBy(() -> tuning.check(Map.of("executor.type", "cyclic")))
			.withMessageContaining(line);
		assertThat(this.actuator.posted())
			.containsExactly("{\"reset\":true,\"guard\":false,\"executor.type\":\"cyclic\",\"dryRun\":true}");
	}

	@Test
	void whenNothingIsToBeChangedThenTheRightToChangeIsCheckedAllTheSame() throws Exception {
		this.actuator.tuning(0, TYPE).answer("POST /grpctuning", 200, "{}").answer("POST /grpctuning", 401, "");
		ChangedServer tuning = changed(TIMEOUT);
		tuning.check(Map.of());
		assertThat(this.actuator.posted()).containsExactly("{\"reset\":true,\"guard\":false,\"dryRun\":true}");
		assertThatExceptionOfType(TuningRefusedException.class).isThrownBy(() -> tuning.check(Map.of()))
			.withMessageContaining("(401)");
	}

	@Test
	void whenThereIsAPasswordThenEveryRequestHasItAndNoTextDoes() throws Exception {
		ServerCredentials credentials = new ServerCredentials("admin", "s3cret");
		this.actuator.tuning(0, TYPE).answer("POST /grpctuning", 401, "");
		ChangedServer tuning = ChangedServer.attached(server(credentials), TIMEOUT);
		assertThatExceptionOfType(TuningRefusedException.class).isThrownBy(() -> tuning.check(Map.of()))
			.withMessageContaining("the user may read the tuning but not change it (401)")
			.withMessageContaining("exclude the actuator from Spring Security's CSRF protection")
			.withMessageNotContaining("s3cret");
		assertThat(this.actuator.authorizations()).hasSize(2).containsOnly("Basic YWRtaW46czNjcmV0");
		assertThat(credentials).hasToString("admin:******");
		assertThat(ServerCredentials.random()).isNotEqualTo(ServerCredentials.random());
	}

	@Test
	void whenAServerHasEndedThenWhoListensInItsPlaceGetsNoPassword() throws Exception {
		this.actuator.tuning(0, TYPE);
		try (ObservedServer server = ObservedServer.ofOwn(new TargetAddress("127.0.0.1", 1), this.actuator.base(),
				new ServerCredentials("admin", "s3cret"), () -> false)) {
			assertThat(server.tuning()).isPresent();
		}
		assertThat(this.actuator.authorizations()).containsExactly("null");
	}

	@Test
	void whenAChangeIsMadeThenItIsCompleteOnlyWhenNothingOfBeforeIsLeft() throws Exception {
		String pending = knob("executor.type", "\"virtual\"", "\"virtual\"", "\"calls in flight\"", "actuator");
		String done = knob("executor.type", "\"virtual\"", "\"virtual\"", "null", "actuator");
		this.actuator.tuning(0, TYPE)
			.tuning(0, pending)
			.tuning(1, done)
			.tuning(0, done)
			.answer("POST /grpctuning", 200, "{}");
		changed(TIMEOUT).begin(Map.of("executor.type", "virtual"), true).awaitReady();
		assertThat(this.actuator.asked()).containsExactly("GET /grpctuning", "POST /grpctuning", "GET /grpctuning",
				"GET /grpctuning", "GET /grpctuning");
		assertThat(this.actuator.posted())
			.containsExactly("{\"reset\":true,\"guard\":false,\"executor.type\":\"virtual\"}");
	}

	@Test
	void whenAllIsGivenBackThenWhatWasSetThroughTheEndpointIsSetSoAgain() throws Exception {
		String before = knob("limit.concurrent-calls", "\"7\"", "7", "null", "actuator");
		String list = "a.B/* concurrent-calls=5 priority=low, c.D/* concurrent-calls=9";
		String methods = knob("limit.methods", "\"" + list + "\"", "[]", "null", "actuator");
		this.actuator.tuning(0, TYPE, before, methods).answer("POST /grpctuning", 200, "{}");
		ChangedServer tuning = changed(TIMEOUT);
		changed(TIMEOUT).shutDown();
		assertThat(this.actuator.posted()).isEmpty();
		tuning.begin(Map.of("executor.type", "virtual", "limitConcurrentCalls", "500", "limit.methods[0].method",
				"e.F/*", "limit.methods[0].priority", "low"), true)
			.awaitReady();
		tuning.begin(Map.of("executor.type", "virtual"), true).awaitReady();
		tuning.shutDown();
		String former = "{\"reset\":true,\"guard\":false,\"limit.concurrent-calls\":\"7\",\"limit.methods\":\"" + list
				+ "\"}";
		assertThat(this.actuator.posted()).containsExactly(
				"{\"reset\":true,\"guard\":false,\"executor.type\":\"virtual\",\"limit.methods[0].method\":\"e.F/*\",\"limit.methods[0].priority\":\"low\",\"limitConcurrentCalls\":\"500\"}",
				"{\"reset\":true,\"guard\":false,\"executor.type\":\"virtual\",\"limit.concurrent-calls\":\"7\",\"limit.methods\":\""
						+ list + "\"}",
				former);
		assertThat(tuning.observed().endpoint().command(Map.of("limit.concurrent-calls", "7")))
			.isEqualTo("curl -H 'Content-Type: application/json' %s/grpctuning -d '%s'".formatted(this.actuator.base(),
					"{\"reset\":true,\"guard\":false,\"limit.concurrent-calls\":\"7\"}"));
	}

	@Test
	void whenTheServerShowsAnotherTuningAfterItWasGivenBackThenThatIsAFailure() throws Exception {
		this.actuator.tuning(0, TYPE)
			.tuning(0, knob("executor.type", "\"virtual\"", "\"virtual\"", "null", "actuator"))
			.answer("POST /grpctuning", 200, "{}");
		ChangedServer tuning = changed(TIMEOUT);
		tuning.begin(Map.of("executor.type", "virtual"), true).awaitReady();
		assertThatIOException().isThrownBy(tuning::shutDown)
			.withMessageContaining("its endpoint shows the changes {executor.type=virtual} instead of {}");
	}

	@Test
	void whenTheServerHidesWhatIsSetThenNothingIsChangedThatCouldNotBeGivenBack() throws Exception {
		this.actuator.tuning(0, NO_LIMIT, knob("executor.type", "\"******\"", "\"******\"", "null", "******"));
		ChangedServer tuning = changed(TIMEOUT);
		assertThatExceptionOfType(TuningRefusedException.class).isThrownBy(() -> tuning.check(Map.of()))
			.withMessageStartingWith("executor.type: the server does not show where it is set");
		assertThat(this.actuator.posted()).isEmpty();
	}

	@Test
	void whenAServerIsBusyThenItHasSettledAfterTwoCalmIntervals() throws Exception {
		this.actuator.answer("GET /prometheus", 200, "process_cpu_time_ns_total 1e12\n")
			.answer("GET /prometheus", 200, "process_cpu_time_ns_total 2e12\n")
			.answer("GET /prometheus", 200, "process_cpu_time_ns_total 2e12\n")
			.answer("GET /prometheus", 200, "process_cpu_time_ns_total 3e12\n");
		assertThat(server(null).settle(TIMEOUT)).isTrue();
		// One that is not answered in time counts for nothing.
		assertThat(this.actuator.asked()).hasSizeGreaterThanOrEqualTo(6);
	}

	private static String knob(String name, String configured, String effective, String pending, String origin) {
		return ScriptedActuator.knob(name, configured, effective, pending, origin);
	}

	private ChangedServer changed(Duration timeout) {
		return ChangedServer.attached(server(null), timeout);
	}

	private ObservedServer server(@Nullable ServerCredentials credentials) {
		return new ObservedServer(new TargetAddress("127.0.0.1", 1), this.actuator.base(), credentials);
	}

}
