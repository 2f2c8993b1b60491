package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.transport.TargetAddress.HostResolver;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a connection to a server that does not begin as HTTP/2 does. */
@Timeout(30)
class RawOpeningIT extends AbstractRawIT {

	private static final HostResolver TWO_ADDRESSES = (
			name) -> new InetAddress[] { InetAddress.getByName("127.0.0.1"), InetAddress.getByName("127.0.0.2") };

	@Test
	void whenTheFirstFrameIsNotSettingsThenSaysSo() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		connection.readBeginning();
		connection.ping(1);
		assertRefused(
				"PING frame (type 6, stream 0, length 8, flags 0x00): the first frame of a server must be SETTINGS");
	}

	@Test
	void whenTheServerClosesThenSaysSo() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		connection.readBeginning();
		connection.close();
		assertRefused("the server closed the connection");
	}

	@Test
	void whenTheServerAtTheFirstAddressClosesThenTheNextIsTried() throws Exception {
		try (ScriptedPeer next = atTheOtherAddress()) {
			start(setup().names(TWO_ADDRESSES));
			this.peer.accept().close();
			next.acceptReady();
			assertThat(client().opened()).isNull();
		}
	}

	@Test
	void whenNoAddressHasAServerThenWhatTheReachedOneSaidIsTheReason() throws Exception {
		start(setup().names(TWO_ADDRESSES));
		this.peer.accept().sendBytes("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		assertRefused("the peer answers HTTP/1, not HTTP/2");
	}

	@Test
	void whenThereAreSeveralAddressesThenEachChannelBeginsWithAnotherOfTheFirstKind() throws Exception {
		try (ScriptedPeer second = atTheOtherAddress()) {
			HostResolver names = (name) -> new InetAddress[] { InetAddress.getByName("127.0.0.1"),
					InetAddress.getByName("127.0.0.2"), InetAddress.getByName("::1") };
			start(setup().names(names).index(1));
			second.acceptReady();
			assertThat(client().opened()).isNull();
			start(setup().names(names).index(2));
			this.peer.acceptReady();
			assertThat(client().opened()).isNull();
		}
	}

	@Test
	void whenCallsWaitForAServerThatIsAwayThenThereIsOneConnectionInTheEnd() throws Exception {
		connect(setup().waitForReady());
		client().call();
		connection().nextRequest();
		connection().close();
		// It is tried again at once, and then after a while.
		this.peer.accept().close();
		List<ProbedCall> calls = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			calls.add(client().call());
			client().settle();
		}
		PeerConnection next = this.peer.acceptReady();
		for (ProbedCall call : calls) {
			next.answer(next.nextRequest());
			assertOk(call);
		}
		assertThat(this.peer.acceptsWithin(Duration.ofMillis(1500))).isFalse();
	}

	/** A second server, at the same port. */
	private ScriptedPeer atTheOtherAddress() throws IOException {
		while (true) {
			try {
				return new ScriptedPeer("127.0.0.2", this.peer.address().port());
			}
			catch (UncheckedIOException ex) {
				// Somebody else has the port there.
				this.peer.close();
				this.peer = new ScriptedPeer();
			}
		}
	}

	private void assertRefused(String message) throws Exception {
		Status status = Objects.requireNonNull(client().opened());
		assertThat(status.getDescription()).endsWith(message);
	}

}
