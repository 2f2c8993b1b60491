package dev.grpctuning.load.call.target;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.load.call.CallTarget.Requests.Source;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.testkit.KindsProto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link JsonTemplate} and {@link MessageTemplate}. */
class JsonTemplateTests {

	private static final JsonMessages<DynamicMessage> THINGS = new JsonMessages<>(
			DynamicMessage.getDefaultInstance(KindsProto.THING));

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{"id": "{{seq}}", "text": "fixed"}               | {"id": "41", "text": "fixed"}
			{"id": {{seq}}, "text": "{{seq}} of {{message}}"} | {"id": "41", "text": "41 of 7"}
			{"count": {{message}}, "share": {{seq}}}         | {"count": 7, "share": 41.0}
			{"inner": {"inner": {"text": "{{seq}}"}, "id": 1}} | {"inner": {"id": "1", "inner": {"text": "41"}}}
			{"things": [{}, {"id": "{{seq}}"}, {"id": 3}]}   | {"things": [{}, {"id": "41"}, {"id": "3"}]}
			{"words": ["a", "{{seq}}", "{{message}}"]}       | {"words": ["a", "41", "7"]}
			{"labels": {"a": "1", "b": "x{{seq}}"}}          | {"labels": {"a": "1", "b": "x41"}}
			{"note": "{{seq}}"}                              | {"note": "41"}
			{"text": "{{{{seq}}", "id": {{seq}}}             | {"text": "{{seq}}", "id": "41"}
			{"text": "\\"{{seq}}\\""}                          | {"text": "\\"41\\""}
			""")
	void whenAPlaceholderStandsInAFieldThenTheFieldIsFilledIn(String json, String expected) throws Exception {
		Source<DynamicMessage> source = source(json);
		assertThat(source.constant()).isFalse();
		assertThat(source.form().message(41, 7)).isEqualTo(message(expected));
		assertThat(source.form().message(41, 7)).as("again").isEqualTo(message(expected));
	}

	@Test
	void whenTheFieldIsATimestampThenItIsTheTime() throws Exception {
		DynamicMessage thing = source("{\"at\": \"{{time}}\"}").form().message(0, 0);
		String time = printer().print(thing).replaceAll("(?s).*\"at\": \"(.*)\".*", "$1");
		assertThat(Duration.between(Instant.parse(time), Instant.now())).isBetween(Duration.ZERO,
				Duration.ofMinutes(1));
	}

	@Test
	void whenANumberDoesNotFitThenItBeginsAnew() {
		Source<DynamicMessage> source = source("{\"count\": {{seq}}}");
		assertThat(count(source, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
		assertThat(count(source, Integer.MAX_VALUE + 2L)).isEqualTo(1);
		assertThat(count(source("{\"count\": {{random}}}"), 0)).isNotNegative();
		assertThat(count(source("{\"count\": {{random -3 -3}}}"), 0)).isEqualTo(-3);
	}

	private static int count(Source<DynamicMessage> source, long call) {
		return (int) source.form().message(call, 0).getField(KindsProto.THING.findFieldByName("count"));
	}

	@Test
	void whenTheTypeIsGeneratedThenItsMessagesAre() {
		Source<HelloRequest> source = new JsonMessages<>(HelloRequest.getDefaultInstance())
			.read("{\"firstName\": \"{{seq}}\", \"data\": [1, {{seq}}]}")
			.getFirst();
		assertThat(source.form().message(9, 0))
			.isEqualTo(HelloRequest.newBuilder().setFirstName("9").addData(1).addData(9).build());
	}

	@Test
	void whenThereIsNoPlaceholderThenTheMessageIsAlwaysTheSame() {
		Source<DynamicMessage> source = source("{\"text\": \"{{{{seq}}\"}");
		assertThat(source.constant()).isTrue();
		assertThat(source.form().message(1, 0)).isSameAs(source.form().message(2, 0));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			{"text": "{{sequence}}"}          | load.request: {{sequence}} is not a placeholder; use {{seq}},
			{"id": "x{{seq}}"}                | load.request: Not an int64 value: "x0"
			{"id": "1{{seq}}"}                | load.request: id: a placeholder can stand in a text, be a number, or be
			{"flag": "{{seq}}"}               | load.request:
			{"inner": {"id": "{{uuid}}"}}     | load.request: Not an int64 value:
			{"things": [{"at": "{{seq}}"}]}   | load.request:
			{"at": "2026-01-{{random 10 12}}T00:00:00Z"} | load.request: at: a placeholder can stand in a text
			{"none": "{{seq}}"}               | load.request: Cannot find field: none in message kinds.v1.Thing
			""")
	void whenAPlaceholderStandsWhereItCannotThenTheFieldIsNamed(String json, String line) {
		assertThatExceptionOfType(InvalidCallException.class).isThrownBy(() -> source(json))
			.withMessageStartingWith(line);
	}

	private static Source<DynamicMessage> source(String json) {
		List<Source<DynamicMessage>> sources = THINGS.read(json);
		assertThat(sources).hasSize(1);
		return sources.getFirst();
	}

	private static Message message(String json) throws InvalidProtocolBufferException {
		DynamicMessage.Builder message = DynamicMessage.newBuilder(KindsProto.THING);
		JsonFormat.parser().merge(json, message);
		return message.build();
	}

	private static JsonFormat.Printer printer() {
		return JsonFormat.printer().usingTypeRegistry(TypeRegistry.getEmptyTypeRegistry());
	}

}
