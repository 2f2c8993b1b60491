package dev.grpctuning.load.transport.raw;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import io.grpc.Status;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;
import dev.grpctuning.load.latency.LatencyInterval;

import static org.assertj.core.api.Assertions.assertThat;

/** The windows of both directions, and servers that do not read. */
@Timeout(60)
class RawFlowControlIT extends AbstractRawIT {

	private static final int WINDOW = 65_535;

	private static final int FLOW_CONTROL_ERROR = 3;

	private static final int MEBIBYTE = 1 << 20;

	/** Answers to so many frames are far more than the buffers of both sockets hold. */
	private static final int INITIAL_WINDOW_SIZE = 4;

	private TestClient.Setup withMessage(int bytes) {
		return setup().messages(random(bytes));
	}

	private static byte[] random(int bytes) {
		byte[] message = new byte[bytes];
		new Random(bytes).nextBytes(message);
		return message;
	}

	private static byte[] body(int bytes) {
		return ByteBuffer.allocate(5 + bytes).put((byte) 0).putInt(bytes).put(random(bytes)).array();
	}

	private static byte[] read(PeerConnection connection, int bytes) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		while (body.size() < bytes) {
			body.writeBytes(connection.next(PeerFrame.DATA).payload());
		}
		assertThat(body.size()).isEqualTo(bytes);
		return body.toByteArray();
	}

	@Test
	void whenWindowsAreUsedUpThenTheRequestWaitsForBoth() throws Exception {
		PeerConnection connection = connect(withMessage(2 * WINDOW));
		ProbedCall call = client().call();
		connection.next(PeerFrame.HEADERS);
		ByteArrayOutputStream received = new ByteArrayOutputStream();
		received.writeBytes(read(connection, WINDOW));
		assertThat(connection.isQuiet()).as("the window is used up").isTrue();
		connection.windowUpdate(1, 1000);
		assertThat(connection.isQuiet()).as("the window of the connection is still used up").isTrue();
		connection.windowUpdate(0, 5000);
		received.writeBytes(read(connection, 1000));
		assertThat(connection.isQuiet()).as("the window of the stream is used up again").isTrue();
		connection.windowUpdate(1, WINDOW);
		received.writeBytes(read(connection, 4000));
		connection.windowUpdate(0, WINDOW);
		received.writeBytes(read(connection, 2 * WINDOW + 5 - WINDOW - 5000));
		assertThat(received.toByteArray()).isEqualTo(body(2 * WINDOW));
		connection.answer(1);
		assertOk(call);
	}

	@ParameterizedTest
	@ValueSource(ints = { 16_379, 16_380, 64 * 1024, MEBIBYTE, 5 * MEBIBYTE })
	void whenTheRequestIsLongThenAllOfItArrives(int bytes) throws Exception {
		PeerConnection connection = connect(withMessage(bytes));
		for (int round = 0; round < 2; round++) {
			ProbedCall call = client().call();
			int stream = connection.next(PeerFrame.HEADERS).streamId();
			ByteArrayOutputStream received = new ByteArrayOutputStream();
			PeerFrame data = connection.next(PeerFrame.DATA);
			received.writeBytes(data.payload());
			while (!data.has(PeerFrame.END_STREAM)) {
				connection.windowUpdate(0, data.payload().length);
				connection.windowUpdate(stream, data.payload().length);
				data = connection.next(PeerFrame.DATA);
				received.writeBytes(data.payload());
			}
			connection.windowUpdate(0, data.payload().length);
			assertThat(Arrays.equals(received.toByteArray(), body(bytes))).as("the same bytes").isTrue();
			connection.answer(stream);
			assertOk(call);
		}
	}

	@Test
	void whenCallsShareTheConnectionsWindowThenTheyTakeTurns() throws Exception {
		PeerConnection connection = connect(withMessage(3 * WINDOW));
		client().calls(2);
		connection.next(PeerFrame.HEADERS);
		read(connection, WINDOW);
		connection.next(PeerFrame.HEADERS);
		connection.windowUpdate(1, 3 * WINDOW);
		connection.windowUpdate(3, 3 * WINDOW);
		connection.windowUpdate(0, 4 * 16_384);
		int[] frames = new int[4];
		for (int i = 0; i < 4; i++) {
			frames[connection.next(PeerFrame.DATA).streamId()]++;
		}
		assertThat(frames).containsExactly(0, 2, 0, 2);
	}

	@Test
	void whenTheConnectionsWindowIsUsedUpThenASmallRequestWaitsBehind() throws Exception {
		PeerConnection connection = connect(setup().messages(new byte[10_000]));
		ProbedCall[] calls = client().calls(7).toArray(ProbedCall[]::new);
		for (int i = 0; i < 6; i++) {
			connection.nextRequest();
		}
		connection.next(PeerFrame.HEADERS);
		assertThat(connection.next(PeerFrame.DATA).payload()).hasSize(WINDOW - 6 * 10_005);
		assertThat(connection.isQuiet()).isTrue();
		connection.windowUpdate(0, 100_000);
		PeerFrame rest = connection.next(PeerFrame.DATA);
		assertThat(rest.has(PeerFrame.END_STREAM)).isTrue();
		connection.answer(13);
		assertOk(calls[6]);
	}

	@Test
	void whenTheConnectionsWindowOverflowsThenTheConnectionEnds() throws Exception {
		PeerConnection connection = connect(setup());
		ProbedCall call = client().call();
		connection.nextRequest();
		connection.windowUpdate(0, Integer.MAX_VALUE);
		assertThat(connection.next(PeerFrame.GOAWAY).secondInt()).isEqualTo(FLOW_CONTROL_ERROR);
		assertThat(call.await().getDescription()).contains("HTTP/2 FLOW_CONTROL_ERROR",
				"WINDOW_UPDATE frame (type 8, stream 0, length 4, flags 0x00)", "above 2^31-1");
	}

	@Test
	void whenAStreamsWindowOverflowsThenOnlyItsCallFails() throws Exception {
		PeerConnection connection = connect(withMessage(2 * WINDOW));
		ProbedCall call = client().call();
		connection.next(PeerFrame.HEADERS);
		read(connection, WINDOW);
		connection.windowUpdate(1, Integer.MAX_VALUE);
		connection.windowUpdate(1, 1);
		PeerFrame reset = connection.next(PeerFrame.RST_STREAM);
		assertThat(reset.firstInt()).isEqualTo(FLOW_CONTROL_ERROR);
		assertThat(call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
		assertThat(call.await().getDescription())
			.startsWith("WINDOW_UPDATE frame (type 8, stream 1, length 4, flags 0x00): the window would be 2147483648");
		connection.windowUpdate(0, 10 * WINDOW);
		assertThat(connection.isQuiet()).as("nothing more of that request").isTrue();
	}

	@Test
	void whenTheResponseEndsBeforeTheRequestThenTheRestIsNotSent() throws Exception {
		PeerConnection connection = connect(withMessage(MEBIBYTE));
		ProbedCall call = client().call();
		connection.next(PeerFrame.HEADERS);
		read(connection, WINDOW);
		connection.trailers(1, HeaderBlock.response().with("grpc-status", "8").with("grpc-message", "too much"));
		assertThat(connection.next(PeerFrame.RST_STREAM).firstInt()).as("CANCEL").isEqualTo(8);
		assertThat(call.await().getDescription()).isEqualTo("too much");
		connection.reset(1, 0);
		connection.windowUpdate(1, MEBIBYTE);
		connection.windowUpdate(0, MEBIBYTE);
		assertThat(connection.isQuiet()).isTrue();
		assertThat(call.ends()).isOne();
	}

	@ParameterizedTest
	@ValueSource(ints = { 64 * 1024, MEBIBYTE, 5 * MEBIBYTE })
	void whenTheResponseIsLongThenItsWindowsAreOpenedAgain(int bytes) throws Exception {
		int window = 70_000;
		PeerConnection connection = connect(setup().maxMessageBytes(bytes).window(window));
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		byte[] content = PeerConnection.message(bytes);
		int[] left = { window, window };
		for (int sent = 0; sent < content.length;) {
			int length = Math.min(Math.min(16_384, content.length - sent), Math.min(left[0], left[1]));
			if (length > 0) {
				connection.data(stream, Arrays.copyOfRange(content, sent, sent + length));
				sent += length;
				left[0] -= length;
				left[1] -= length;
			}
			else {
				PeerFrame update = connection.read();
				assertThat(update.type()).isEqualTo(PeerFrame.WINDOW_UPDATE);
				left[Math.min(1, update.streamId())] += update.firstInt();
			}
		}
		connection.trailers(stream, HeaderBlock.trailers(0));
		assertOk(call);
	}

	@Test
	void whenDataIsPaddedOrOfAResetStreamThenItCountsForTheWindows() throws Exception {
		PeerConnection connection = connect(setup().window(WINDOW));
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		byte[] padding = new byte[256];
		padding[0] = (byte) 255;
		connection.send(PeerFrame.DATA, PeerFrame.PADDED, stream, padding);
		connection.data(stream, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
		assertThat(call.await().isOk()).isFalse();
		connection.next(PeerFrame.RST_STREAM);
		connection.data(stream, new byte[16_384]);
		connection.data(stream, new byte[16_384]);
		PeerFrame update = connection.read();
		assertThat(update.type()).isEqualTo(PeerFrame.WINDOW_UPDATE);
		assertThat(update.streamId()).isZero();
		assertThat(update.firstInt()).isEqualTo(256 + 5 + 2 * 16_384);
	}

	@Test
	void whenRequestsAreNotReadThenFurtherCallsWaitAndGoOnLater() throws Exception {
		PeerConnection connection = connect(setup().messages(new byte[MEBIBYTE]), INITIAL_WINDOW_SIZE,
				Integer.MAX_VALUE);
		connection.windowUpdate(0, 1 << 30);
		assertThat(connection.isQuiet()).isTrue();
		List<ProbedCall> calls = new ArrayList<>(client().calls(100));
		Awaitility.await().until(() -> client().channel().executor().submit(client().channel()::holdsCalls).get());
		int ended = 0;
		while (ended < calls.size()) {
			PeerFrame frame = connection.read();
			if (frame.has(PeerFrame.END_STREAM)) {
				connection.answer(frame.streamId());
				ended++;
			}
		}
		assertOk(calls);
		LatencyInterval last = calls.getLast().latencies();
		assertThat(last.service().getMaxValue()).as("without the wait").isLessThan(last.response().getMaxValue());
	}

}
