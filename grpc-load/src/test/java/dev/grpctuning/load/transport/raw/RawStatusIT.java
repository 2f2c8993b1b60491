package dev.grpctuning.load.transport.raw;

import java.util.stream.Stream;

import io.grpc.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.grpctuning.load.engine.channel.ProbedCall;

import static org.assertj.core.api.Assertions.assertThat;

/** How a response becomes the status of its call, frame by frame. */
@Timeout(30)
class RawStatusIT extends AbstractRawIT {

	private ProbedCall call;

	private int stream;

	@BeforeEach
	void begin() throws Exception {
		connect();
		this.call = client().call();
		this.stream = connection().nextRequest();
	}

	@Test
	void whenTheResponseIsWholeThenTheCallIsAnswered() throws Exception {
		connection().answer(this.stream);
		assertOk();
		assertThat(this.call.latencies().service().getTotalCount()).isOne();
	}

	@Test
	void whenTheSameBlocksComeAgainThenTheyMeanTheSame() throws Exception {
		connection().answer(this.stream);
		assertOk();
		for (int status : new int[] { 0, 13, 0, 13, 13, 0 }) {
			ProbedCall further = client().call();
			int id = connection().nextRequest();
			connection().headers(id, new HeaderBlock().with(":status", "200").with("content-type", "application/grpc"));
			connection().data(id, PeerConnection.message(7));
			connection().trailers(id, HeaderBlock.trailers(status));
			assertThat(further.await().getCode().value()).isEqualTo(status);
		}
	}

	@Test
	void whenTheResponseComesByteByByteThenTheCallIsAnswered() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		for (byte part : PeerConnection.message(2)) {
			connection().data(this.stream, part);
		}
		connection().data(this.stream);
		for (byte part : frame(HeaderBlock.trailers(0))) {
			connection().sendBytes(part);
		}
		assertOk();
	}

	private byte[] frame(HeaderBlock trailers) {
		byte[] block = trailers.bytes();
		byte[] frame = new byte[9 + block.length];
		frame[2] = (byte) block.length;
		frame[3] = PeerFrame.HEADERS;
		frame[4] = PeerFrame.END_HEADERS | PeerFrame.END_STREAM;
		frame[8] = (byte) this.stream;
		System.arraycopy(block, 0, frame, 9, block.length);
		return frame;
	}

	@Test
	void whenTheServerFailsTheCallThenItsStatusAndMessageAreTold() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().trailers(this.stream,
				HeaderBlock.trailers(8).with("grpc-message", "come back%20later, 100%25 f%C3%BCll"));
		assertFailed(Status.Code.RESOURCE_EXHAUSTED, "come back later, 100% füll");
	}

	@Test
	void whenThereAreTrailersOnlyThenTheirStatusCounts() throws Exception {
		connection().trailers(this.stream,
				HeaderBlock.response().with("grpc-status", "5").with("grpc-message", "gone"));
		assertFailed(Status.Code.NOT_FOUND, "gone");
		assertThat(connection().isQuiet()).as("no reset of a stream that is closed on both sides").isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "17, UNKNOWN", "99, UNKNOWN", "abc, UNKNOWN", "-1, UNKNOWN", "1, CANCELLED", "16, UNAUTHENTICATED" })
	void whenTheStatusIsUnusualThenItStillCounts(String text, Status.Code code) throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().trailers(this.stream, new HeaderBlock().with("grpc-status", text));
		assertThat(this.call.await().getCode()).isEqualTo(code);
	}

	@Test
	void whenTrailersHaveNoStatusThenSaysSoWithTheFrame() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, PeerConnection.message(1));
		connection().trailers(this.stream, new HeaderBlock().with("x", "y"));
		assertFailed(Status.Code.UNKNOWN,
				"HEADERS frame (type 1, stream 1, length 5, flags 0x05): there is no grpc-status in the trailers");
	}

	@ParameterizedTest
	@CsvSource({ "400, INTERNAL", "401, UNAUTHENTICATED", "403, PERMISSION_DENIED", "404, UNIMPLEMENTED",
			"429, UNAVAILABLE", "502, UNAVAILABLE", "503, UNAVAILABLE", "504, UNAVAILABLE", "500, UNKNOWN",
			"200, UNKNOWN", "302, UNKNOWN" })
	void whenTheResponseIsNotOneOfGrpcThenItsHttpStatusCounts(int httpStatus, Status.Code code) throws Exception {
		connection().headers(this.stream,
				HeaderBlock.first().with(":status", String.valueOf(httpStatus)).with("content-type", "text/html"));
		assertFailed(code, "HTTP status " + httpStatus + ", content type text/html, which is not gRPC");
		PeerFrame reset = connection().next(PeerFrame.RST_STREAM);
		assertThat(reset.firstInt()).as("CANCEL").isEqualTo(8);
	}

	@Test
	void whenTrailersOnlyHaveNoContentTypeThenSaysSo() throws Exception {
		connection().trailers(this.stream, HeaderBlock.first().with(":status", "503"));
		assertFailed(Status.Code.UNAVAILABLE, "HTTP status 503, no content type");
	}

	@ParameterizedTest
	@CsvSource({ "application/grpc+proto", "application/grpc;charset=x", "APPLICATION/GRPC" })
	void whenTheContentTypeIsAVariantOfGrpcThenItIsAccepted(String contentType) throws Exception {
		connection().headers(this.stream, HeaderBlock.first().with(":status", "200").with("content-type", contentType));
		connection().data(this.stream, PeerConnection.message(0));
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		assertOk();
	}

	@Test
	void whenThereIsNoHttpStatusThenSaysSo() throws Exception {
		connection().headers(this.stream, HeaderBlock.first().with("content-type", "application/grpc"));
		assertFailedWith(Status.Code.INTERNAL, "there is no HTTP status");
	}

	@Test
	void whenInformationalHeadersComeFirstThenTheyArePassedOver() throws Exception {
		connection().headers(this.stream, HeaderBlock.first().with(":status", "103"));
		connection().answer(this.stream);
		assertOk();
	}

	static Stream<Arguments> malformed() {
		return Stream.of(Arguments.of(new byte[] { 2, 0, 0, 0, 0 }, Status.Code.INTERNAL,
				"DATA frame (type 0, stream 1, length 5, flags 0x00): the prefix of a gRPC message begins with 2"),
				Arguments.of(new byte[] { 1, 0, 0, 0, 0 }, Status.Code.INTERNAL, "has no grpc-encoding"),
				Arguments.of(new byte[] { 0, 0, 0x40, 0, 1 }, Status.Code.RESOURCE_EXHAUSTED,
						"gRPC message exceeds maximum size 4194304: 4194305"),
				Arguments.of(new byte[] { 0, -1, -1, -1, -1 }, Status.Code.RESOURCE_EXHAUSTED,
						"gRPC message exceeds maximum size 4194304: 4294967295"));
	}

	@ParameterizedTest
	@MethodSource("malformed")
	void whenAMessageIsNotAllowedThenTheCallFailsAndIsReset(byte[] prefix, Status.Code code, String message)
			throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, prefix);
		assertFailedWith(code, message);
		assertThat(connection().next(PeerFrame.RST_STREAM).streamId()).isEqualTo(this.stream);
	}

	@Test
	void whenMessagesAreCompressedAsAnnouncedThenTheyAreAccepted() throws Exception {
		connection().headers(this.stream, HeaderBlock.response().with("grpc-encoding", "gzip"));
		connection().data(this.stream, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 9);
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		assertOk();
	}

	@Test
	void whenTheEncodingIsUnknownThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response().with("grpc-encoding", "zstd"));
		assertFailed(Status.Code.INTERNAL, "Can't find decompressor for zstd");
	}

	@Test
	void whenTheResponseEndsInsideOfAMessageThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 9, (byte) 1);
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		assertFailedWith(Status.Code.INTERNAL, "the response ends inside of a gRPC message");
	}

	@Test
	void whenTheResponseEndsInsideOfAPrefixThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, (byte) 0, (byte) 0);
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		assertFailedWith(Status.Code.INTERNAL, "the response ends inside of a gRPC message");
	}

	@Test
	void whenTheResponseEndsWithoutTrailersThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().send(PeerFrame.DATA, PeerFrame.END_STREAM, this.stream, PeerConnection.message(1));
		assertFailed(Status.Code.INTERNAL,
				"DATA frame (type 0, stream 1, length 6, flags 0x01): the response ends without trailers");
	}

	@Test
	void whenAUnaryResponseHasNoMessageThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		assertFailedWith(Status.Code.INTERNAL, "the response is OK, but has no message");
	}

	@Test
	void whenAUnaryResponseHasTwoMessagesThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, PeerConnection.message(1));
		connection().data(this.stream, PeerConnection.message(1));
		assertFailedWith(Status.Code.INTERNAL, "the response has more than one message");
	}

	@Test
	void whenHeadersComeTwiceThenTheCallFails() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().headers(this.stream, HeaderBlock.response());
		assertFailedWith(Status.Code.INTERNAL, "headers came twice");
	}

	@Test
	void whenDataComesBeforeHeadersThenTheCallFails() throws Exception {
		connection().data(this.stream, PeerConnection.message(1));
		assertFailedWith(Status.Code.INTERNAL, "DATA came before the headers");
	}

	@ParameterizedTest
	@CsvSource({ "0, INTERNAL, NO_ERROR", "1, INTERNAL, PROTOCOL_ERROR", "2, INTERNAL, INTERNAL_ERROR",
			"3, INTERNAL, FLOW_CONTROL_ERROR", "8, CANCELLED, CANCEL", "11, RESOURCE_EXHAUSTED, ENHANCE_YOUR_CALM",
			"12, PERMISSION_DENIED, INADEQUATE_SECURITY", "255, INTERNAL, 255" })
	void whenTheServerResetsTheStreamThenItsErrorBecomesAStatus(int error, Status.Code code, String name)
			throws Exception {
		connection().reset(this.stream, error);
		assertFailedWith(code, "RST_STREAM frame (type 3, stream 1, length 4, flags 0x00): ", name);
		assertThat(connection().isQuiet()).isTrue();
	}

	@Test
	void whenTheStreamIsResetAfterAWholeResponseThenTheCallIsAnswered() throws Exception {
		connection().answer(this.stream);
		connection().reset(this.stream, 0);
		assertOk();
		assertThat(connection().isQuiet()).as("the connection lives").isTrue();
	}

	@Test
	void whenAFailedCallsResponseGoesOnThenItIsPassedOver() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
		assertThat(this.call.await().getCode()).isEqualTo(Status.Code.INTERNAL);
		connection().data(this.stream, PeerConnection.message(9));
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		ProbedCall further = client().call();
		connection().next(PeerFrame.RST_STREAM);
		connection().answer(connection().nextRequest());
		assertThat(further.await().isOk()).isTrue();
		assertThat(this.call.ends()).isOne();
	}

	private void assertOk() throws Exception {
		assertThat(this.call.await()).isEqualTo(Status.OK);
		assertThat(this.call.ends()).isOne();
		assertThat(this.call.sent()).isOne();
	}

	private void assertFailed(Status.Code code, String description) throws Exception {
		Status status = this.call.await();
		assertThat(status.getDescription()).isEqualTo(description);
		assertThat(status.getCode()).isEqualTo(code);
	}

	private void assertFailedWith(Status.Code code, String... parts) throws Exception {
		Status status = this.call.await();
		assertThat(status.getDescription()).contains(parts);
		assertThat(status.getCode()).isEqualTo(code);
	}

}
