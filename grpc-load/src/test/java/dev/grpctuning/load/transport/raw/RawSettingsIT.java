package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;

/** What the client says of itself, and how it obeys what the server says. */
@Timeout(30)
class RawSettingsIT extends AbstractRawIT {

	private static final int HEADER_TABLE_SIZE = 1;

	private static final int ENABLE_PUSH = 2;

	private static final int MAX_CONCURRENT_STREAMS = 3;

	private static final int INITIAL_WINDOW_SIZE = 4;

	private static final int MAX_FRAME_SIZE = 5;

	private static final int MAX_HEADER_LIST_SIZE = 6;

	@Test
	void whenConnectedThenTheClientSaysWhatItTakes() throws Exception {
		start(setup());
		PeerConnection connection = this.peer.accept();
		PeerFrame settings = connection.readBeginning();
		Map<Integer, Integer> values = new HashMap<>();
		ByteBuffer payload = ByteBuffer.wrap(settings.payload());
		while (payload.hasRemaining()) {
			values.put((int) payload.getShort(), payload.getInt());
		}
		assertThat(values).containsExactlyInAnyOrderEntriesOf(Map.of(HEADER_TABLE_SIZE, 0, ENABLE_PUSH, 0,
				MAX_CONCURRENT_STREAMS, 0, INITIAL_WINDOW_SIZE, (1 << 30) - 1, MAX_HEADER_LIST_SIZE, 8192));
		PeerFrame update = connection.read();
		assertThat(update.type()).isEqualTo(PeerFrame.WINDOW_UPDATE);
		assertThat(update.streamId()).isZero();
		assertThat(update.firstInt()).isEqualTo((1 << 30) - 1 - 65_535);
	}

	@Test
	void whenStreamsAreLimitedThenFurtherCallsAreSentLate() throws Exception {
		PeerConnection connection = connect(MAX_CONCURRENT_STREAMS, 2);
		List<ProbedCall> calls = client().calls(4);
		assertThat(connection.nextRequest()).isEqualTo(1);
		assertThat(connection.nextRequest()).isEqualTo(3);
		long waiting = System.nanoTime();
		assertThat(connection.isQuiet()).as("no third stream").isTrue();
		long waited = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - waiting);
		connection.answer(3);
		assertThat(connection.nextRequest()).isEqualTo(5);
		assertThat(connection.isQuiet()).as("no fourth stream").isTrue();
		connection.answer(1);
		assertThat(connection.nextRequest()).isEqualTo(7);
		connection.answer(5);
		connection.answer(7);
		assertOk(calls);
		LatencyInterval late = calls.get(2).latencies();
		assertThat(late.response().getMaxValue() - late.service().getMinValue()).as("time held")
			.isGreaterThanOrEqualTo(waited - waited / 100);
	}

	@Test
	void whenTheLimitChangesThenItIsObeyedFromThenOn() throws Exception {
		PeerConnection connection = connect(MAX_CONCURRENT_STREAMS, 0);
		List<ProbedCall> calls = client().calls(6);
		assertThat(connection.isQuiet()).as("none at all").isTrue();
		connection.settings(MAX_CONCURRENT_STREAMS, 3);
		assertThat(connection.nextRequest()).isEqualTo(1);
		assertThat(connection.nextRequest()).isEqualTo(3);
		assertThat(connection.nextRequest()).isEqualTo(5);
		connection.settings(MAX_CONCURRENT_STREAMS, 1);
		connection.answer(1);
		connection.answer(3);
		assertThat(connection.isQuiet()).as("one is open").isTrue();
		connection.settings(MAX_CONCURRENT_STREAMS, 0);
		connection.answer(5);
		assertThat(connection.isQuiet()).as("none is allowed").isTrue();
		connection.settings(MAX_CONCURRENT_STREAMS, -1);
		for (int stream = 7; stream <= 11; stream += 2) {
			assertThat(connection.nextRequest()).isEqualTo(stream);
			connection.answer(stream);
		}
		assertOk(calls);
	}

	@Test
	void whenTheInitialWindowIsSmallThenTheBodyIsCut() throws Exception {
		PeerConnection connection = connect(setup().messages(new byte[95]), INITIAL_WINDOW_SIZE, 10);
		client().call();
		connection.next(PeerFrame.HEADERS);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(10);
		assertThat(connection.isQuiet()).isTrue();
		connection.settings(INITIAL_WINDOW_SIZE, 40);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(30);
		connection.settings(INITIAL_WINDOW_SIZE, 15);
		connection.windowUpdate(1, 25);
		assertThat(connection.isQuiet()).as("the window was 25 below zero").isTrue();
		connection.windowUpdate(1, 60);
		PeerFrame rest = connection.next(PeerFrame.DATA);
		assertThat(rest.payload()).hasSize(60);
		assertThat(rest.has(PeerFrame.END_STREAM)).isTrue();
	}

	@Test
	void whenFramesMayBeLongerThenTheyAre() throws Exception {
		PeerConnection connection = connect(setup().messages(new byte[40_000]));
		client().call();
		connection.next(PeerFrame.HEADERS);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(16_384);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(16_384);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(40_005 - 2 * 16_384);
		connection.settings(MAX_FRAME_SIZE, 20_000);
		connection.windowUpdate(0, 100_000);
		connection.ping(1);
		connection.next(PeerFrame.PING);
		client().call();
		connection.next(PeerFrame.HEADERS);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(20_000);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(20_000);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(5);
	}

	@Test
	void whenTheTableIsAsUsualThenFurtherRequestsOnlyNameTheirHeaders() throws Exception {
		PeerConnection connection = connect(setup().metadata(Map.of("x-key", "some value")));
		RequestDecoder decoder = new RequestDecoder();
		client().calls(3);
		byte[] first = header(connection);
		byte[] second = header(connection);
		assertThat(second).hasSizeLessThan(12).isEqualTo(header(connection));
		assertThat(decoder.decode(first)).isEqualTo(decoder.decode(second))
			.containsEntry(":path", TestClient.PATH)
			.containsEntry(":method", "POST")
			.containsEntry(":scheme", "http")
			.containsEntry(":authority", "the.server:1")
			.containsEntry("te", "trailers")
			.containsEntry("content-type", "application/grpc")
			.containsEntry("x-key", "some value")
			.containsKey("user-agent");
	}

	@Test
	void whenTheTableBecomesSmallMidRunThenItIsUsedNoMore() throws Exception {
		PeerConnection connection = connect();
		RequestDecoder decoder = new RequestDecoder();
		for (int size : new int[] { 4096, 0, 4096, 100 }) {
			connection.settings(HEADER_TABLE_SIZE, size);
			connection.ping(1);
			connection.next(PeerFrame.PING);
			decoder.tableSize(size);
			client().calls(2);
			for (int i = 0; i < 2; i++) {
				assertThat(decoder.decode(connection.next(PeerFrame.HEADERS).payload())).containsEntry(":path",
						TestClient.PATH);
				connection.next(PeerFrame.DATA);
			}
		}
		assertThat(decoder.tableSize()).isZero();
	}

	@Test
	void whenHeadersAreTooManyForTheTableThenItIsNotUsed() throws Exception {
		PeerConnection connection = connect(setup().metadata(Map.of("x-key", "v".repeat(5000))));
		RequestDecoder decoder = new RequestDecoder();
		client().calls(3);
		for (int i = 0; i < 3; i++) {
			assertThat(decoder.decode(header(connection))).containsEntry("x-key", "v".repeat(5000));
		}
	}

	private byte[] header(PeerConnection connection) throws IOException {
		PeerFrame frame = connection.read();
		while (frame.type() != PeerFrame.HEADERS) {
			frame = connection.read();
		}
		return frame.payload();
	}

	@Test
	void whenASettingIsUnknownThenItIsPassedOver() throws Exception {
		PeerConnection connection = connect(0x77, 5, MAX_HEADER_LIST_SIZE, 100);
		assertAnswers(connection);
	}

}
