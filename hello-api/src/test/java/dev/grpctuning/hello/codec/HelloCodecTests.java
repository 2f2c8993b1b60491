package dev.grpctuning.hello.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests for {@link HelloCodec} and its formats. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HelloCodecTests {

	private static final HelloRequest EVERYTHING = HelloRequest.newBuilder()
		.setFirstName("Grace \u00fc \ud83d\ude00 \"\\\n\u0000")
		.setLastName("x".repeat(1000))
		.setId(Long.MIN_VALUE)
		.addData(Long.MAX_VALUE)
		.addData(0)
		.addData(-1)
		.addData(Long.MIN_VALUE)
		.setPayload(ByteString.copyFrom(new byte[] { 0, -1, 127, -128 }))
		.setResponseBytes(Integer.MAX_VALUE)
		.setResponseCount(Integer.MIN_VALUE)
		.build();

	static Stream<Arguments> requests() {
		HelloRequest.Builder table = HelloRequest.newBuilder().setFirstName("Grace").setLastName("Hopper").setId(1);
		new SplittableRandom(1).longs(1000).forEach(table::addData);
		return Stream.of(HelloCodec.values())
			.flatMap((codec) -> Stream
				.of(HelloRequest.getDefaultInstance(), EVERYTHING, table.build(),
						HelloRequest.newBuilder().setPayload(ByteString.copyFrom(new byte[300_000])).build())
				.map((request) -> Arguments.of(codec, request)));
	}

	@ParameterizedTest
	@MethodSource("requests")
	void whenMessageIsWrittenThenItIsReadAgain(HelloCodec codec, HelloRequest request) {
		assertThat(again(codec.sayHello().getRequestMarshaller(), request)).isEqualTo(request);
		HelloResponse response = HelloResponse.newBuilder()
			.setGreeting(request.getFirstName())
			.setId(request.getId())
			.addAllData(request.getDataList())
			.setPayload(request.getPayload())
			.build();
		assertThat(again(codec.sayHello().getResponseMarshaller(), response)).isEqualTo(response);
	}

	private static <T> T again(Marshaller<T> marshaller, T message) {
		return marshaller.parse(new ByteArrayInputStream(bytes(marshaller.stream(message))));
	}

	private static byte[] bytes(InputStream stream) {
		try {
			assertThat(stream).isInstanceOf(KnownLength.class);
			int length = stream.available();
			ByteArrayOutputStream bytes = new ByteArrayOutputStream();
			assertThat(((Drainable) stream).drainTo(bytes)).isEqualTo(length);
			assertThat(bytes.size()).isEqualTo(length);
			return bytes.toByteArray();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void whenMethodsAreOfACodecThenTheyDifferFromThoseOfAnotherInTheirServiceAlone(HelloCodec codec) {
		for (MethodDescriptor<?, ?> generated : HelloServiceGrpc.getServiceDescriptor().getMethods()) {
			assertThat(Stream.of(codec.sayHello(), codec.sayHelloStream(), codec.chat())
				.filter((method) -> generated.getBareMethodName().equals(method.getBareMethodName()))).singleElement()
				.satisfies((method) -> assertThat(method.getType()).isEqualTo(generated.getType()))
				.satisfies((method) -> assertThat(method.getServiceName()).isEqualTo(codec.serviceName()));
		}
		assertThat(codec.bind(new HelloServiceGrpc.AsyncService() {
		}).getMethods()).hasSameSizeAs(HelloServiceGrpc.getServiceDescriptor().getMethods());
	}

	@Test
	void whenCodecsAreComparedThenTheirServicesHaveNamesOfTheirOwn() {
		assertThat(HelloCodec.values()).extracting(HelloCodec::serviceName)
			.containsExactly("hello.v1.HelloService", "hello.v1.HelloJsonService", "hello.v1.HelloWireService");
	}

	@Test
	void whenJsonIsWrittenThenProtocolBuffersCanReadItAndTheReverse() throws Exception {
		HelloRequest.Builder read = HelloRequest.newBuilder();
		JsonFormat.parser().merge(json(EVERYTHING), read);
		assertThat(read.build()).isEqualTo(EVERYTHING);
		assertThat(request(HelloCodec.JSON, JsonFormat.printer().print(EVERYTHING))).isEqualTo(EVERYTHING);
	}

	@Test
	void whenJsonIsWrittenThenNumbersAreNumbersAndDefaultsAreLeftOut() {
		HelloRequest request = HelloRequest.newBuilder().setFirstName("Ada").addData(1).addData(-2).build();
		assertThat(json(request)).isEqualTo("{\"firstName\":\"Ada\",\"data\":[1,-2]}");
	}

	@Test
	void whenJsonHasUnknownOrNullFieldsThenTheyAreSkipped() {
		assertThat(request(HelloCodec.JSON, "{\"x\":{\"y\":[1,{}]},\"firstName\":null,\"id\":\"7\",\"data\":null}"))
			.isEqualTo(HelloRequest.newBuilder().setId(7).build());
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "null", "[]", "{", "{\"id\":1", "{\"id\":1}}", "{\"id\":1} x", "{\"id\":\"one\"}",
			"{id:1}", "{\"id\":1.5}", "{\"responseBytes\":3000000000}", "{\"data\":7}", "{\"payload\":\"?\"}",
			"{\"firstName\":[]}" })
	void whenBytesAreNoJsonOfThisFormThenTheStatusSaysSo(String text) {
		assertThatThrownBy(() -> request(HelloCodec.JSON, text)).isInstanceOfSatisfying(StatusRuntimeException.class,
				(ex) -> {
					assertThat(ex.getStatus().getCode()).isEqualTo(Status.Code.INTERNAL);
					assertThat(ex.getStatus().getDescription()).isEqualTo("Invalid JSON message");
					assertThat(ex).hasCauseInstanceOf(Exception.class);
				});
	}

	@Test
	void whenWireIsWrittenThenItIsBinaryAndChroniclesOwnReaderReadsIt() {
		byte[] bytes = bytes(HelloCodec.WIRE.sayHello()
			.getRequestMarshaller()
			.stream(HelloRequest.newBuilder().setFirstName("Ada").setId(0x0102030405060708L).addData(-1).build()));
		assertThat(bytes).containsSequence(8, 7, 6, 5, 4, 3, 2, 1).contains(-1, -1, -1, -1, -1, -1, -1, -1);
		Wire wire = WireType.BINARY_LIGHT.apply(Bytes.wrapForRead(bytes));
		assertThat(wire.read("firstName").text()).isEqualTo("Ada");
		assertThat(wire.read("id").int64()).isEqualTo(0x0102030405060708L);
		assertThat(wire.read("data").list(Long.class)).containsExactly(-1L);
		assertThat(wire.hasMore()).isFalse();
	}

	@Test
	void whenWireHasUnknownFieldsThenTheyAreSkipped() {
		Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
		Wire wire = WireType.BINARY_LIGHT.apply(bytes);
		wire.write("x").text("unknown");
		wire.write("y").sequence(3, (count, values) -> values.int64(count).getValueOut().text("three"));
		wire.write("id").int8(7);
		assertThat(request(HelloCodec.WIRE, bytes.toByteArray())).isEqualTo(HelloRequest.newBuilder().setId(7).build());
	}

	@Test
	void whenWireIsCutThenItIsRefusedOrShorter() {
		byte[] bytes = bytes(HelloCodec.WIRE.sayHello().getRequestMarshaller().stream(EVERYTHING));
		for (int length = 0; length < bytes.length; length++) {
			assertHarmless(Arrays.copyOf(bytes, length));
		}
		assertThatExceptionOfType(StatusRuntimeException.class)
			.isThrownBy(() -> request(HelloCodec.WIRE, Arrays.copyOf(bytes, 50)))
			.withMessage("INTERNAL: Invalid Chronicle Wire message");
	}

	@Test
	void whenWireIsDamagedThenItIsRefusedOrDifferent() {
		byte[] bytes = bytes(HelloCodec.WIRE.sayHello()
			.getRequestMarshaller()
			.stream(EVERYTHING.toBuilder().setLastName("short").build()));
		SplittableRandom random = new SplittableRandom(7);
		for (int i = 0; i < 20_000; i++) {
			byte[] damaged = bytes.clone();
			for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
				damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
			}
			assertHarmless(damaged);
		}
	}

	private static void assertHarmless(byte[] bytes) {
		try {
			request(HelloCodec.WIRE, bytes);
		}
		catch (StatusRuntimeException ex) {
			assertThat(ex).hasMessage("INTERNAL: Invalid Chronicle Wire message");
		}
	}

	@ParameterizedTest
	@EnumSource(HelloCodec.class)
	void whenLengthIsKnownThenTheMessageIsReadAgain(HelloCodec codec) {
		Marshaller<HelloRequest> marshaller = codec.sayHello().getRequestMarshaller();
		byte[] bytes = bytes(marshaller.stream(EVERYTHING));
		assertThat(marshaller.parse(new Received(bytes, bytes.length))).isEqualTo(EVERYTHING);
	}

	@ParameterizedTest
	@EnumSource(names = { "JSON", "WIRE" })
	void whenMessageIsShorterThanItsLengthThenItIsRefused(HelloCodec codec) {
		Marshaller<HelloRequest> marshaller = codec.sayHello().getRequestMarshaller();
		byte[] bytes = bytes(marshaller.stream(EVERYTHING));
		assertThatExceptionOfType(StatusRuntimeException.class)
			.isThrownBy(() -> marshaller.parse(new Received(bytes, bytes.length + 1)))
			.withCauseInstanceOf(EOFException.class);
	}

	@Test
	void whenMessageIsDrainedThenItsBytesAreNotCopiedAndNothingIsLeft() throws Exception {
		byte[] buffer = { 1, 2, 3, 4 };
		MessageBytes message = new MessageBytes(buffer, 3);
		List<byte[]> written = new ArrayList<>();
		assertThat(message.drainTo(new OutputStream() {

			@Override
			public void write(int b) {
				throw new AssertionError("A byte at a time");
			}

			@Override
			public void write(byte[] bytes, int offset, int length) {
				assertThat(Arrays.copyOfRange(bytes, offset, offset + length)).containsExactly(1, 2, 3);
				written.add(bytes);
			}

		})).isEqualTo(3);
		assertThat(written).singleElement().isSameAs(buffer);
		assertThat(message.available()).isZero();
		assertThat(message.read()).isEqualTo(-1);
	}

	private static String json(HelloRequest request) {
		return new String(bytes(HelloCodec.JSON.sayHello().getRequestMarshaller().stream(request)),
				StandardCharsets.UTF_8);
	}

	private static HelloRequest request(HelloCodec codec, String text) {
		return request(codec, text.getBytes(StandardCharsets.UTF_8));
	}

	private static HelloRequest request(HelloCodec codec, byte[] bytes) {
		return codec.sayHello().getRequestMarshaller().parse(new ByteArrayInputStream(bytes));
	}

	/** Received bytes, of which gRPC says how many they are. */
	private static final class Received extends ByteArrayInputStream implements KnownLength {

		private final int length;

		Received(byte[] bytes, int length) {
			super(bytes);
			this.length = length;
		}

		@Override
		public synchronized int available() {
			return this.length;
		}

	}

}
