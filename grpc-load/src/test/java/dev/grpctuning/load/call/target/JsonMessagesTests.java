package dev.grpctuning.load.call.target;

import java.util.List;
import java.util.stream.Stream;

import com.google.protobuf.Any;
import com.google.protobuf.AnyProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Int64Value;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.InvalidCallException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link JsonMessages}. */
class JsonMessagesTests {

	private static final JsonMessages<HelloRequest> HELLO = new JsonMessages<>(HelloRequest.getDefaultInstance());

	@Test
	void whenJsonIsAnObjectThenItIsOneMessage() {
		HelloRequest request = HelloRequest.newBuilder()
			.setFirstName("Ada")
			.setId(Long.MAX_VALUE)
			.addData(1)
			.addData(-2)
			.setPayload(ByteString.copyFromUtf8("abc"))
			.build();
		assertThat(messages("""
				{"firstName": "Ada", "id": 9223372036854775807, "data": ["1", -2], "payload": "YWJj"}"""))
			.containsExactly(request);
		assertThat(messages("{\"first_name\":\"Ada\"}"))
			.containsExactly(HelloRequest.newBuilder().setFirstName("Ada").build());
	}

	@Test
	void whenJsonIsAnArrayThenItIsSeveralMessages() {
		assertThat(messages("[{\"id\": 1}, {}, {\"id\": 3}]")).extracting(HelloRequest::getId)
			.containsExactly(1L, 0L, 3L);
	}

	@Test
	void whenTypeIsDynamicThenItsBytesAreThoseOfTheGeneratedOne() {
		List<Source<DynamicMessage>> messages = new JsonMessages<>(
				DynamicMessage.getDefaultInstance(HelloRequest.getDescriptor()))
			.read("{\"firstName\":\"Ada\",\"data\":[1,2,3]}");
		assertThat(messages.getFirst().form().message(0, 0).toByteString())
			.isEqualTo(messages("{\"firstName\":\"Ada\",\"data\":[1,2,3]}").getFirst().toByteString());
	}

	@ParameterizedTest
	@ValueSource(strings = { "{", "{id:1}", "{\"id\":1} x", "{'id':1}", "id" })
	void whenTextIsNoJsonThenTheLineSaysSo(String text) {
		assertRefused(text, "load.request: is not JSON");
	}

	@Test
	void whenTextIsNoJsonThenThePlaceIsNamed() {
		assertRefused("{\"id\": 1,\n \"data\": [1,, 2]}", "load.request: is not JSON at line 2 column 14; ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "1", "null", "\"text\"", "[]", "[1]", "[[{}]]" })
	void whenJsonIsNoMessageThenTheLineSaysWhatOneIs(String text) {
		assertRefused(text, "load.request: must be a JSON object for one message, or an array of objects for several");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					{"id": "one"}                           | Not an int64 value: "one" (message hello.v1.HelloRequest)
					{"id": 1, "responseBytes": 3000000000}  | Not an int32 value: 3000000000 (message hello.v1.HelloRequest)
					{"data": [1, 2, "three"]}               | Not an int64 value: "three" (message hello.v1.HelloRequest)
					{"data": 7}                             | Expected an array for data but found 7 (message hello.v1.HelloRequest)
					{"payload": "?"}                        | Input byte[] should at least have 2 bytes for base64 bytes (message hello.v1.HelloRequest)
					""")
	void whenAValueDoesNotFitThenItIsNamed(String text, String line) {
		assertRefused(text, "load.request: " + line);
	}

	@Test
	void whenThereIsNoSuchFieldThenItIsNamed() {
		assertRefused("{\"id\": 1, \"name\": \"Ada\"}",
				"load.request: Cannot find field: name in message hello.v1.HelloRequest");
	}

	@Test
	void whenATypeIsNoObjectInJsonThenItsValueIsTheMessage() {
		assertThat(all(StringValue.getDefaultInstance(), "\"Ada\"")).containsExactly(StringValue.of("Ada"));
		assertThat(all(StringValue.getDefaultInstance(), "[\"a\", \"b\"]")).containsExactly(StringValue.of("a"),
				StringValue.of("b"));
		assertThat(all(StringValue.getDefaultInstance(), "\"order-{{seq}}\""))
			.containsExactly(StringValue.of("order-7"));
		assertThat(all(Int64Value.getDefaultInstance(), "{{seq}}")).containsExactly(Int64Value.of(7));
		assertThat(all(Timestamp.getDefaultInstance(), "\"1970-01-01T00:00:09Z\""))
			.containsExactly(Timestamp.newBuilder().setSeconds(9).build());
		assertThat(all(Value.getDefaultInstance(), "[null, {}, [1]]")).map(Value::getKindCase)
			.containsExactly(Value.KindCase.NULL_VALUE, Value.KindCase.STRUCT_VALUE, Value.KindCase.LIST_VALUE);
	}

	private static <M extends Message> List<M> all(M type, String text) {
		return new JsonMessages<>(type).read(text).stream().map((source) -> source.form().message(7, 0)).toList();
	}

	@Test
	void whenAValueIsNoneOfSuchATypeThenTheLineSaysSo() {
		assertRefused(StringValue.getDefaultInstance(), "null", "null is not a google.protobuf.StringValue");
		assertRefused(StringValue.getDefaultInstance(), "[]",
				"must be a JSON value for one message, or an array of values for several");
		assertRefused(Timestamp.getDefaultInstance(), "\"noon\"", "Failed to parse timestamp: ");
		assertRefused(Timestamp.getDefaultInstance(), "\"{{time}}\"",
				"there can be no placeholder in a request that is a google.protobuf.Timestamp");
		assertRefused(ListValue.getDefaultInstance(), "[1]", "Expect");
		assertRefused(Struct.getDefaultInstance(), "1", "must be a JSON object for one message");
	}

	private static void assertRefused(Message type, String text, String line) {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> new JsonMessages<>(type).read(text))
			.withMessageStartingWith("load.request: " + line);
	}

	@Test
	void whenAnAnyHoldsAKnownTypeThenItIsPacked() throws Exception {
		Any packed = Any.pack(HelloRequest.newBuilder().setFirstName("Ada").build());
		assertThat(
				any("{\"detail\": {\"@type\": \"type.googleapis.com/hello.v1.HelloRequest\", \"firstName\": \"Ada\"}}"))
			.isEqualTo(packed.toByteString());
		assertThat(
				any("{\"detail\": {\"@type\": \"type.googleapis.com/google.protobuf.StringValue\", \"value\": \"x\"}}"))
			.as("of Protocol Buffers' own, which nobody imports")
			.isEqualTo(Any.pack(StringValue.of("x")).toByteString());
	}

	private static ByteString any(String text) throws DescriptorValidationException {
		Descriptor holder = holder();
		DynamicMessage message = holders(holder).read(text).getFirst().form().message(0, 0);
		return ((Message) message.getField(holder.findFieldByName("detail"))).toByteString();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"detail\": {\"@type\": \"a.b/no.Such\"}}", "{\"detail\": {\"firstName\": \"Ada\"}}",
			"{\"detail\": {\"@type\": \"a.b/hello.v1.HelloRequest\", \"id\": \"x\"}}",
			"{\"detail\": {\"@type\": \"a.b/hello.v1.HelloRequest\", \"firstName\": \"{{seq}}\"}}",
			"{\"at\": {\"seconds\": 1}}" })
	void whenAnAnyOrATimeDoesNotFitThenItIsRefused(String text) throws Exception {
		JsonMessages<DynamicMessage> holders = holders(holder());
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> holders.read(text))
			.withMessageStartingWith("load.request: ");
	}

	private static JsonMessages<DynamicMessage> holders(Descriptor holder) {
		return new JsonMessages<>(DynamicMessage.getDefaultInstance(holder));
	}

	/** A message with an Any, in a file that imports what it may hold. */
	private static Descriptor holder() throws DescriptorValidationException {
		FileDescriptor[] imports = { AnyProto.getDescriptor(), TimestampProto.getDescriptor(),
				HelloRequest.getDescriptor().getFile() };
		DescriptorProto type = DescriptorProto.newBuilder()
			.setName("Holder")
			.addField(message("detail", 1, ".google.protobuf.Any"))
			.addField(message("at", 2, ".google.protobuf.Timestamp"))
			.build();
		return FileDescriptor
			.buildFrom(FileDescriptorProto.newBuilder()
				.setName("any.proto")
				.setPackage("any")
				.setSyntax("proto3")
				.addAllDependency(Stream.of(imports).map(FileDescriptor::getName).toList())
				.addMessageType(type)
				.build(), imports)
			.findMessageTypeByName("Holder");
	}

	private static FieldDescriptorProto message(String name, int number, String type) {
		return FieldDescriptorProto.newBuilder()
			.setName(name)
			.setNumber(number)
			.setType(Type.TYPE_MESSAGE)
			.setTypeName(type)
			.setLabel(Label.LABEL_OPTIONAL)
			.build();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{}                                                   | required but missing: id, name
			{"id": 1}                                            | required but missing: name
			{"id": "{{seq}}"}                                    | required but missing: name
			{"id": 1, "name": "a", "inner": {"id": 2}}           | required but missing: name
			{"id": 1, "name": "a", "inner": {"inner": {"id": 2}}} | required but missing: name
			{"id": 1, "name": "a", "others": [{"id": 2, "name": "b"}, {}]} | required but missing: id, name
			""")
	void whenARequiredFieldIsMissingThenItIsNamed(String text, String line) throws Exception {
		JsonMessages<DynamicMessage> messages = new JsonMessages<>(DynamicMessage.getDefaultInstance(proto2()));
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> messages.read(text))
			.withMessage("load.request: " + line + " (message old.Old)");
		assertThat(messages.read("{\"id\": 1, \"name\": \"a\", \"inner\": {\"id\": 2, \"name\": \"b\"}}")).hasSize(1);
	}

	private static Descriptor proto2() throws DescriptorValidationException {
		DescriptorProto type = DescriptorProto.newBuilder()
			.setName("Old")
			.addField(required("id", 1, Type.TYPE_INT64))
			.addField(required("name", 2, Type.TYPE_STRING))
			.addField(message("inner", 3, ".old.Old"))
			.addField(message("others", 4, ".old.Old").toBuilder().setLabel(Label.LABEL_REPEATED))
			.build();
		return FileDescriptor
			.buildFrom(FileDescriptorProto.newBuilder()
				.setName("old.proto")
				.setPackage("old")
				.setSyntax("proto2")
				.addMessageType(type)
				.build(), new FileDescriptor[0])
			.findMessageTypeByName("Old");
	}

	private static FieldDescriptorProto required(String name, int number, Type type) {
		return FieldDescriptorProto.newBuilder()
			.setName(name)
			.setNumber(number)
			.setType(type)
			.setLabel(Label.LABEL_REQUIRED)
			.build();
	}

	private static List<HelloRequest> messages(String text) {
		return HELLO.read(text).stream().map((source) -> source.form().message(0, 0)).toList();
	}

	private static void assertRefused(String text, String line) {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> HELLO.read(text))
			.withMessageStartingWith(line);
	}

}
