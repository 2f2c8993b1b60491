package dev.grpctuning.load.transport.raw;

import java.io.IOException;
import java.util.Arrays;

import io.grpc.Status;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Receive windows of the raw engine, which the server must respect. */
@Timeout(30)
class RawReceiveFlowIT extends AbstractRawIT {

	private static final int WINDOW = 65_535;

	private static final int FLOW_CONTROL_ERROR = 3;

	private static final int MEBIBYTE = 1 << 20;

	@ParameterizedTest
	@ValueSource(ints = { 64 * 1024, MEBIBYTE, 5 * MEBIBYTE })
	void whenTheResponseIsLongThenItsWindowsAreOpenedAgain(int bytes) throws Exception {
		int streamWindow = 70_000;
		int connectionWindow = 80_000;
		PeerConnection connection = connect(setup().maxMessageBytes(bytes).receiveFlow(streamWindow, connectionWindow));
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		send(connection, stream, PeerConnection.message(bytes), streamWindow, connectionWindow);
		connection.trailers(stream, HeaderBlock.trailers(0));
		assertThat(call.await()).isEqualTo(Status.OK);
	}

	/** Sends as much at a time as the windows allow, and waits for them to be opened. */
	private static void send(PeerConnection connection, int stream, byte[] content, int streamWindow,
			int connectionWindow) throws IOException {
		int streamLeft = streamWindow;
		int connectionLeft = connectionWindow;
		int sent = 0;
		while (sent < content.length) {
			int length = Math.min(Math.min(16_384, content.length - sent), Math.min(streamLeft, connectionLeft));
			if (length > 0) {
				connection.data(stream, Arrays.copyOfRange(content, sent, sent + length));
				sent += length;
				streamLeft -= length;
				connectionLeft -= length;
				continue;
			}
			PeerFrame update = connection.read();
			assertThat(update.type()).isEqualTo(PeerFrame.WINDOW_UPDATE);
			if (update.streamId() == 0) {
				connectionLeft += update.firstInt();
			}
			else {
				assertThat(update.streamId()).isEqualTo(stream);
				streamLeft += update.firstInt();
			}
		}
	}

	@Test
	void whenFramesArePaddedThenThePaddingCountsForTheWindows() throws Exception {
		PeerConnection connection = connect(setup().receiveFlow(1000, 100_000));
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		byte[] padded = new byte[1 + 6 + 255];
		padded[0] = (byte) 255;
		padded[5] = 1;
		connection.send(PeerFrame.DATA, PeerFrame.PADDED, stream, padded);
		byte[] onlyPadding = new byte[256];
		onlyPadding[0] = (byte) 255;
		connection.send(PeerFrame.DATA, PeerFrame.PADDED, stream, onlyPadding);
		PeerFrame update = connection.next(PeerFrame.WINDOW_UPDATE);
		assertThat(update.streamId()).isEqualTo(stream);
		assertThat(update.firstInt()).isEqualTo(padded.length + onlyPadding.length);
		connection.trailers(stream, HeaderBlock.trailers(0));
		assertThat(call.await()).isEqualTo(Status.OK);
	}

	@Test
	void whenTheServerExceedsAStreamsWindowThenItsCallFails() throws Exception {
		PeerConnection connection = connect(setup().receiveFlow(1000, 100_000));
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		connection.data(stream, PeerConnection.message(1000));
		assertThat(connection.next(PeerFrame.RST_STREAM).firstInt()).isEqualTo(FLOW_CONTROL_ERROR);
		assertThat(call.await().getDescription())
			.isEqualTo("DATA frame (type 0, stream 1, length 1005, flags 0x00): it exceeds the stream's window");
	}

	@Test
	void whenTheServerExceedsTheConnectionsWindowThenThatIsAnError() throws Exception {
		ReceiveFlow flow = new ReceiveFlow(1 << 30, WINDOW);
		Frame frame = new Frame();
		frame.peek(Unpooled.buffer().writeMedium(16_384).writeByte(0).writeByte(0).writeInt(1));
		int used = 0;
		for (int i = 0; i < 3; i++) {
			used = flow.connectionUsed(frame, used);
		}
		int full = used;
		assertThatExceptionOfType(Http2Exception.class).isThrownBy(() -> flow.connectionUsed(frame, full))
			.withMessageContaining("exceeds the connection's window");
	}

	@Test
	void whenDataComesForAResetStreamThenTheConnectionsWindowIsOpenedAgain() throws Exception {
		PeerConnection connection = connect(setup().receiveFlow(1 << 20, WINDOW));
		ProbedCall call = client().call();
		int stream = connection.nextRequest();
		connection.headers(stream, HeaderBlock.response());
		connection.data(stream, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
		assertThat(call.await().isOk()).isFalse();
		connection.next(PeerFrame.RST_STREAM);
		connection.data(stream, new byte[16_384]);
		connection.data(stream, new byte[16_384]);
		PeerFrame update = connection.read();
		assertThat(update.type()).isEqualTo(PeerFrame.WINDOW_UPDATE);
		assertThat(update.streamId()).isZero();
		assertThat(update.firstInt()).isEqualTo(5 + 2 * 16_384);
	}

}
