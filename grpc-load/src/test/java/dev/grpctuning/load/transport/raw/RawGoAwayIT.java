package dev.grpctuning.load.transport.raw;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** Connections that end before their calls, and those that follow them. */
@Timeout(30)
class RawGoAwayIT extends AbstractRawIT {

	private static final int NO_ERROR = 0;

	private static final int MAX_CONCURRENT_STREAMS = 3;

	@Test
	void whenTheServerGoesAwayThenCallsAboveTheLastMoveAndNoneCountsTwice() throws Exception {
		connect();
		List<ProbedCall> calls = client().calls(4);
		for (int i = 0; i < 4; i++) {
			connection().nextRequest();
		}
		connection().goAway(3, NO_ERROR, "");
		PeerConnection second = this.peer.acceptReady();
		assertThat(second.nextRequest()).isEqualTo(1);
		assertThat(second.nextRequest()).isEqualTo(3);
		second.answer(3);
		second.answer(1);
		assertOk(calls.get(2));
		assertOk(calls.get(3));
		connection().answer(1);
		connection().answer(3);
		assertOk(calls.get(0));
		assertOk(calls.get(1));
		connection().awaitEnd();
		assertAnswers(second);
		assertThat(calls).allSatisfy((call) -> {
			assertThat(call.ends()).isOne();
			assertThat(call.sent()).isOne();
		});
	}

	@Test
	void whenTheNextConnectionIsThereAndIdleThenCallsOfASecondGoAwayMoveToIt() throws Exception {
		connect();
		List<ProbedCall> calls = client().calls(2);
		connection().nextRequest();
		connection().nextRequest();
		connection().goAway(Integer.MAX_VALUE, NO_ERROR, "");
		PeerConnection second = this.peer.acceptReady();
		second.ping(1);
		second.next(PeerFrame.PING);
		connection().goAway(1, NO_ERROR, "");
		second.answer(second.nextRequest());
		assertOk(calls.get(1));
		connection().answer(1);
		assertOk(calls.get(0));
	}

	@Test
	void whenTheNextConnectionHasGoneUnusedThenCallsOfASecondGoAwayMoveToAnother() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().nextRequest();
		connection().goAway(Integer.MAX_VALUE, NO_ERROR, "");
		PeerConnection second = this.peer.acceptReady();
		second.goAway(0, NO_ERROR, "idle");
		second.awaitEnd();
		connection().goAway(0, NO_ERROR, "");
		PeerConnection third = this.peer.acceptReady();
		third.answer(third.nextRequest());
		assertOk(call);
		assertThat(call.sent()).isOne();
	}

	@Test
	void whenThereIsNoServerAnyMoreThenCallsOfASecondGoAwayFailAtOnce() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().nextRequest();
		this.peer.refuse();
		connection().goAway(Integer.MAX_VALUE, NO_ERROR, "");
		connection().ping(1);
		connection().next(PeerFrame.PING);
		assertThat(client().call().await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		connection().goAway(0, NO_ERROR, "");
		connection().awaitEnd();
		assertThat(call.hasEnded()).isTrue();
		assertThat(call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
	}

	@Test
	void whenAMovedCallsRequestIsLongThenAllOfItIsSentAgain() throws Exception {
		connect(setup().messages(new byte[100_000]));
		ProbedCall call = client().call();
		connection().next(PeerFrame.HEADERS);
		connection().next(PeerFrame.DATA);
		connection().goAway(0, NO_ERROR, "");
		PeerConnection second = this.peer.acceptReady(4, 200_000);
		second.windowUpdate(0, 200_000);
		int stream = second.next(PeerFrame.HEADERS).streamId();
		int received = 0;
		PeerFrame data;
		do {
			data = second.next(PeerFrame.DATA);
			received += data.payload().length;
		}
		while (!data.has(PeerFrame.END_STREAM));
		assertThat(received).isEqualTo(100_005);
		second.answer(stream);
		assertOk(call);
	}

	@Test
	void whenCallsAreHeldThenTheyGoToTheNextConnectionAfterThoseThatMove() throws Exception {
		connect(MAX_CONCURRENT_STREAMS, 1);
		List<ProbedCall> calls = client().calls(3);
		connection().nextRequest();
		connection().goAway(0, NO_ERROR, "");
		PeerConnection second = this.peer.acceptReady(MAX_CONCURRENT_STREAMS, 1);
		for (int i = 0; i < 3; i++) {
			second.answer(second.nextRequest());
			assertOk(calls.get(i));
		}
	}

	@Test
	void whenTheConnectionIsClosedAfterGoAwayThenItsReasonIsTold() throws Exception {
		connect();
		ProbedCall call = client().call();
		connection().nextRequest();
		connection().goAway(1, 11, "too_many_pings");
		connection().close();
		assertThat(call.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		assertThat(call.await().getDescription())
			.isEqualTo("the server closed the connection after GOAWAY with ENHANCE_YOUR_CALM, too_many_pings");
	}

	@Test
	void whenTheServerStillServesTheCallsOfConnectionsThatItSendsAwayThenNoneFails() throws Exception {
		connect();
		List<ProbedCall> calls = new ArrayList<>();
		List<PeerConnection> connections = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			calls.add(client().call());
			PeerConnection current = (i == 0) ? connection() : this.peer.acceptReady();
			connections.add(current);
			current.nextRequest();
			current.goAway(Integer.MAX_VALUE, NO_ERROR, "max_age");
			current.ping(1);
			current.next(PeerFrame.PING);
		}
		for (int i = 0; i < 4; i++) {
			connections.get(i).answer(1);
			assertOk(calls.get(i));
		}
	}

	@Test
	void whenStreamNumbersRunOutThenANewConnectionFollows() throws Exception {
		connect(setup().firstStreamId(Integer.MAX_VALUE - 2));
		List<ProbedCall> calls = client().calls(3);
		assertThat(connection().nextRequest()).isEqualTo(Integer.MAX_VALUE - 2);
		assertThat(connection().nextRequest()).isEqualTo(Integer.MAX_VALUE);
		PeerConnection second = this.peer.acceptReady();
		second.answer(second.nextRequest());
		assertOk(calls.get(2));
		connection().answer(Integer.MAX_VALUE);
		connection().answer(Integer.MAX_VALUE - 2);
		assertOk(calls.get(0));
		assertOk(calls.get(1));
		connection().awaitEnd();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void whenTheConnectionIsLostThenOpenCallsFailAndLaterOnesDoNot(boolean abrupt) throws Exception {
		connect();
		List<ProbedCall> calls = client().calls(2);
		connection().answer(connection().nextRequest());
		connection().nextRequest();
		assertOk(calls.get(0));
		if (abrupt) {
			connection().abort();
		}
		else {
			connection().close();
		}
		assertThat(calls.get(1).await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		assertThat(calls.get(1).await().getDescription()).isNotBlank();
		PeerConnection second = this.peer.acceptReady();
		assertAnswers(second);
	}

	@Test
	void whenTheServerIsGoneThenCallsFailAtOnceUntilItComesBack() throws Exception {
		connect();
		int port = this.peer.address().port();
		assertAnswers(connection());
		this.peer.close();
		ProbedCall refused = client().call();
		assertThat(refused.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
		this.peer = new ScriptedPeer("127.0.0.1", port);
		PeerConnection second = this.peer.acceptReady();
		second.ping(1);
		second.next(PeerFrame.PING);
		assertAnswers(second);
	}

	@Test
	void whenTheNameHasAnotherAddressLaterThenThatOneIsUsed() throws Exception {
		AtomicInteger lookups = new AtomicInteger();
		InetAddress[] addresses = { InetAddress.getByName("127.0.0.1"), InetAddress.getByName("127.0.0.2") };
		connect(setup().names((name) -> new InetAddress[] { addresses[Math.min(1, lookups.getAndIncrement())] }));
		try (ScriptedPeer moved = new ScriptedPeer("127.0.0.2", this.peer.address().port())) {
			ProbedCall lost = client().call();
			connection().nextRequest();
			connection().close();
			assertThat(lost.await().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
			PeerConnection second = moved.acceptReady();
			assertAnswers(second);
		}
	}

}
