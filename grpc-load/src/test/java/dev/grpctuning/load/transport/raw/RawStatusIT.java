package dev.grpctuning.load.transport.raw;

import java.util.stream.Stream;

import io.grpc.Status;
import io.grpc.Status.Code;
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

	static Stream<Arguments> answers() {
		return Stream.of(answer("whole", PeerConnection::answer), answer("byte by byte", (peer, stream) -> {
			peer.headers(stream, HeaderBlock.response());
			for (byte part : PeerConnection.message(2)) {
				peer.data(stream, part);
			}
			peer.data(stream);
			for (byte part : PeerConnection.frame(PeerFrame.HEADERS, PeerFrame.END_HEADERS | PeerFrame.END_STREAM,
					stream, HeaderBlock.trailers(0).bytes())) {
				peer.sendBytes(part);
			}
		}), answer("informational headers first", (peer, stream) -> {
			peer.headers(stream, HeaderBlock.first().with(":status", "103"));
			peer.answer(stream);
		}), answer("compressed as announced", (peer, stream) -> {
			peer.headers(stream, HeaderBlock.response().with("grpc-encoding", "gzip"));
			peer.data(stream, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 9);
			peer.trailers(stream, HeaderBlock.trailers(0));
		}), answer("reset after it", (peer, stream) -> {
			peer.answer(stream);
			peer.reset(stream, 0);
		}), contentType("application/grpc+proto"), contentType("APPLICATION/GRPC"));
	}

	private static Arguments contentType(String contentType) {
		return answer(contentType, (peer, stream) -> {
			peer.headers(stream, HeaderBlock.first().with(":status", "200").with("content-type", contentType));
			peer.data(stream, PeerConnection.message(0));
			peer.trailers(stream, HeaderBlock.trailers(0));
		});
	}

	private static Arguments answer(String name, Response response) {
		return Arguments.of(name, response);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("answers")
	void whenTheResponseIsWholeThenTheCallIsAnswered(String name, Response response) throws Exception {
		response.send(connection(), this.stream);
		assertOk(this.call);
		assertThat(this.call.latencies().service().getTotalCount()).isOne();
		assertThat(connection().isQuiet()).as("the connection lives, and no stream is reset").isTrue();
	}

	@Test
	void whenTheSameBlocksComeAgainThenTheyMeanTheSame() throws Exception {
		connection().answer(this.stream);
		assertOk(this.call);
		for (int status : new int[] { 0, 13, 0, 13, 13, 0 }) {
			ProbedCall further = client().call();
			int id = connection().nextRequest();
			connection().headers(id, new HeaderBlock().with(":status", "200").with("content-type", "application/grpc"));
			connection().data(id, PeerConnection.message(7));
			connection().trailers(id, HeaderBlock.trailers(status));
			assertThat(further.await().getCode().value()).isEqualTo(status);
		}
	}

	static Stream<Arguments> failures() {
		return Stream.of(
				failure(Code.RESOURCE_EXHAUSTED, "come back later, 100% füll",
						trailers(HeaderBlock.trailers(8).with("grpc-message", "come back%20later, 100%25 f%C3%BCll"))),
				failure(Code.NOT_FOUND, "gone",
						only(HeaderBlock.response().with("grpc-status", "5").with("grpc-message", "gone"))),
				failure(Code.UNKNOWN, "there is no grpc-status in the trailers",
						trailers(new HeaderBlock().with("x", "y"))),
				failure(Code.UNAVAILABLE, "HTTP status 503, no content type",
						only(HeaderBlock.first().with(":status", "503"))),
				failure(Code.INTERNAL,
						"HEADERS frame (type 1, stream 1, length 32, flags 0x04): there is no HTTP status",
						(peer, stream) -> peer.headers(stream,
								HeaderBlock.first().with("content-type", "application/grpc"))),
				message(Code.INTERNAL, "the prefix of a gRPC message begins with 2, and only 0 and 1 are allowed", 2, 0,
						0, 0, 0),
				message(Code.INTERNAL, "a gRPC message is compressed, but the response has no grpc-encoding", 1, 0, 0,
						0, 0),
				message(Code.RESOURCE_EXHAUSTED, "gRPC message exceeds maximum size 4194304: 4194305", 0, 0, 0x40, 0,
						1),
				message(Code.RESOURCE_EXHAUSTED, "gRPC message exceeds maximum size 4194304: 4294967295", 0, -1, -1, -1,
						-1),
				failure(Code.INTERNAL, "Can't find decompressor for zstd",
						(peer, stream) -> peer.headers(stream, HeaderBlock.response().with("grpc-encoding", "zstd"))),
				message(Code.INTERNAL, "the response ends inside of a gRPC message", 0, 0, 0, 0, 9, 1),
				message(Code.INTERNAL, "the response ends inside of a gRPC message", 0, 0),
				failure(Code.INTERNAL, "the response ends without trailers", (peer, stream) -> {
					peer.headers(stream, HeaderBlock.response());
					peer.send(PeerFrame.DATA, PeerFrame.END_STREAM, stream, PeerConnection.message(1));
				}), failure(Code.INTERNAL, "the response is OK, but has no message", trailers(HeaderBlock.trailers(0))),
				message(Code.INTERNAL, "the response has more than one message", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
				failure(Code.INTERNAL, "HEADERS frame (type 1, stream 1, length 45, flags 0x04): headers came twice",
						(peer, stream) -> {
							peer.headers(stream, HeaderBlock.response());
							peer.headers(stream, HeaderBlock.response());
						}));
	}

	private static Arguments failure(Code code, String description, Response response) {
		return Arguments.of(code, description, response);
	}

	private static Response only(HeaderBlock block) {
		return (peer, stream) -> peer.trailers(stream, block);
	}

	private static Response trailers(HeaderBlock block) {
		return (peer, stream) -> {
			peer.headers(stream, HeaderBlock.response());
			peer.trailers(stream, block);
		};
	}

	private static Arguments message(Code code, String description, int... data) {
		return failure(code, description, (peer, stream) -> {
			byte[] bytes = new byte[data.length];
			for (int i = 0; i < data.length; i++) {
				bytes[i] = (byte) data[i];
			}
			peer.headers(stream, HeaderBlock.response());
			peer.data(stream, bytes);
			peer.trailers(stream, HeaderBlock.trailers(0));
		});
	}

	@ParameterizedTest
	@MethodSource("failures")
	void whenTheResponseIsNotWholeThenTheCallFails(Code code, String description, Response response) throws Exception {
		response.send(connection(), this.stream);
		Status status = this.call.await();
		assertThat(status.getDescription()).isEqualTo(description);
		assertThat(status.getCode()).isEqualTo(code);
		assertThat(this.call.ends()).isOne();
	}

	@ParameterizedTest
	@CsvSource({ "17, UNKNOWN", "99, UNKNOWN", "abc, UNKNOWN", "-1, UNKNOWN", "1, CANCELLED", "16, UNAUTHENTICATED" })
	void whenTheStatusIsUnusualThenItStillCounts(String text, Code code) throws Exception {
		trailers(new HeaderBlock().with("grpc-status", text)).send(connection(), this.stream);
		assertThat(this.call.await().getCode()).isEqualTo(code);
	}

	@ParameterizedTest
	@CsvSource({ "400, INTERNAL", "401, UNAUTHENTICATED", "403, PERMISSION_DENIED", "404, UNIMPLEMENTED",
			"429, UNAVAILABLE", "502, UNAVAILABLE", "503, UNAVAILABLE", "504, UNAVAILABLE", "500, UNKNOWN",
			"200, UNKNOWN", "302, UNKNOWN" })
	void whenTheResponseIsNotOneOfGrpcThenItsHttpStatusCounts(int httpStatus, Code code) throws Exception {
		connection().headers(this.stream,
				HeaderBlock.first().with(":status", String.valueOf(httpStatus)).with("content-type", "text/html"));
		assertThat(this.call.await().getCode()).isEqualTo(code);
		assertThat(this.call.await().getDescription())
			.isEqualTo("HTTP status " + httpStatus + ", content type text/html, which is not gRPC");
		assertThat(connection().next(PeerFrame.RST_STREAM).firstInt()).as("CANCEL").isEqualTo(8);
	}

	@ParameterizedTest
	@CsvSource({ "0, INTERNAL, NO_ERROR", "1, INTERNAL, PROTOCOL_ERROR", "2, INTERNAL, INTERNAL_ERROR",
			"3, INTERNAL, FLOW_CONTROL_ERROR", "8, CANCELLED, CANCEL", "11, RESOURCE_EXHAUSTED, ENHANCE_YOUR_CALM",
			"12, PERMISSION_DENIED, INADEQUATE_SECURITY", "255, INTERNAL, 255" })
	void whenTheServerResetsTheStreamThenItsErrorBecomesAStatus(int error, Code code, String name) throws Exception {
		connection().reset(this.stream, error);
		assertThat(this.call.await().getCode()).isEqualTo(code);
		assertThat(this.call.await().getDescription()).contains(name);
		assertThat(connection().isQuiet()).isTrue();
	}

	@Test
	void whenAFailedCallsResponseGoesOnThenItIsSkipped() throws Exception {
		connection().headers(this.stream, HeaderBlock.response());
		connection().data(this.stream, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0);
		assertThat(this.call.await().getCode()).isEqualTo(Code.INTERNAL);
		connection().data(this.stream, PeerConnection.message(9));
		connection().trailers(this.stream, HeaderBlock.trailers(0));
		ProbedCall further = client().call();
		connection().next(PeerFrame.RST_STREAM);
		connection().answer(connection().nextRequest());
		assertOk(further);
		assertThat(this.call.ends()).isOne();
	}

	/** Sends a response on a stream. */
	@FunctionalInterface
	interface Response {

		void send(PeerConnection peer, int stream) throws Exception;

	}

}
