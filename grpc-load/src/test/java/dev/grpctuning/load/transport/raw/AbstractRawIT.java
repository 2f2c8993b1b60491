package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** A client and a scripted server, frame by frame. */
abstract class AbstractRawIT {

	protected ScriptedPeer peer = new ScriptedPeer();

	private final List<TestClient> clients = new ArrayList<>();

	private final List<PeerConnection> connections = new ArrayList<>();

	@AfterEach
	void closeAll() throws IOException {
		this.clients.forEach(TestClient::close);
		this.peer.close();
	}

	/** A client of unary calls with one small message, to be changed. */
	final TestClient.Setup setup() {
		return TestClient.of(this.peer);
	}

	/** Starts a client whose connection is still to be accepted. */
	final TestClient start(TestClient.Setup setup) {
		TestClient client = setup.start();
		this.clients.add(client);
		return client;
	}

	/**
	 * Starts a client and connects it.
	 * @param settings what the server sets: pairs of an identifier and a value
	 */
	final PeerConnection connect(TestClient.Setup setup, int... settings) throws Exception {
		TestClient client = start(setup);
		PeerConnection connection = this.peer.acceptReady(settings);
		this.connections.add(connection);
		assertThat(client.opened()).isNull();
		return connection;
	}

	final PeerConnection connect(int... settings) throws Exception {
		return connect(setup(), settings);
	}

	/** The client that was started last. */
	final TestClient client() {
		return this.clients.getLast();
	}

	/** The connection that was made last by {@link #connect}. */
	final PeerConnection connection() {
		return this.connections.getLast();
	}

	/** A call goes over a connection, and is answered. */
	final void assertAnswers(PeerConnection connection) throws Exception {
		ProbedCall call = client().call();
		connection.answer(connection.nextRequest());
		assertOk(call);
	}

	static void assertOk(ProbedCall call) throws Exception {
		assertOk(List.of(call));
	}

	static void assertOk(List<ProbedCall> calls) throws Exception {
		for (ProbedCall call : calls) {
			assertThat(call.await()).isEqualTo(Status.OK);
			assertThat(call.ends()).isOne();
			assertThat(call.sent()).isOne();
		}
	}

	/** The connection ends with an error, which its call names. */
	final void assertEnded(ProbedCall call, int error, String message) throws Exception {
		PeerFrame goAway = connection().next(PeerFrame.GOAWAY);
		assertThat(goAway.secondInt()).isEqualTo(error);
		assertThat(new String(goAway.payload(), StandardCharsets.UTF_8)).contains(message);
		connection().awaitEnd();
		assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
		assertThat(call.await().getDescription()).startsWith("HTTP/2 ").contains(message).contains(" frame (type ");
		assertThat(call.ends()).isOne();
	}

}
