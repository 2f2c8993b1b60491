package dev.grpctuning.load.call.template;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.call.template.Placeholder.IsoTime;
import dev.grpctuning.load.call.template.Placeholder.UnixTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link Template}, {@link Placeholder} and {@link Headers}. */
class TemplateTests {

	private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05.678901234Z"), ZoneOffset.UTC);

	@ParameterizedTest
	@ValueSource(strings = { "", "text", "a {b} c", "}}", "{ {seq} }" })
	void whenThereIsNoPlaceholderThenTheTextIsTheText(String text) {
		Template template = Template.of(text);
		assertThat(template.constant()).isTrue();
		assertThat(template.text(1, 2)).isEqualTo(text);
		assertThat(template.number()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "{{seq}}, 41", "call-{{seq}}, call-41", "{{ seq }}/{{message}}., 41/7.", "{{{{seq}}, {{seq}}",
			"{{{{{{seq}}, {{41", "{{seq}}}}, 41}}" })
	void whenThereArePlaceholdersThenTheyAreFilledIn(String text, String filled) {
		assertThat(Template.of(text).text(41, 7)).isEqualTo(filled);
	}

	@Test
	void whenTheTextIsOneNumberThenItIsThereAsANumber() {
		assertThat(Template.of("{{seq}}").number())
			.hasValueSatisfying((number) -> assertThat(number.number(5, 6)).isEqualTo(5));
		assertThat(Template.of("{{uuid}}").number()).isEmpty();
		assertThat(Template.of(" {{seq}}").number()).isEmpty();
		assertThat(Template.of("{{seq}}{{seq}}").number()).isEmpty();
	}

	@Test
	void whenANumberIsRandomThenAllOfItsRangeComesAndNothingElse() {
		Template template = Template.of("{{random -1 2}}");
		Set<String> seen = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			seen.add(template.text(i, 0));
		}
		assertThat(seen).containsExactlyInAnyOrder("-1", "0", "1", "2");
		assertThat(Template.of("{{random 3 3}}").text(0, 0)).isEqualTo("3");
		assertThat(Template.of("{{random}}").number().orElseThrow().number(0, 0)).isNotNegative();
		assertThat(Template.of("{{random}}").text(0, 0)).isNotEqualTo(Template.of("{{random}}").text(0, 0));
	}

	@Test
	void whenItIsAUuidThenEachIsAnotherOfVersionFour() {
		Template template = Template.of("{{uuid}}");
		UUID uuid = UUID.fromString(template.text(0, 0));
		assertThat(uuid.version()).isEqualTo(4);
		assertThat(uuid.variant()).isEqualTo(2);
		assertThat(template.text(1, 0)).isNotEqualTo(uuid.toString());
	}

	@ParameterizedTest
	@ValueSource(strings = { "{{random}}", "{{random 1 1000000000000}}", "{{uuid}}" })
	void whenATextIsRandomThenItIsTheSameInAllAttemptsOfACallAndInNothingElse(String text) {
		Template template = Template.of(text);
		assertThat(template.text(7, 2)).isEqualTo(template.text(7, 2))
			.isNotEqualTo(template.text(7, 3))
			.isNotEqualTo(template.text(8, 2))
			.isNotEqualTo(Template.of(text).text(7, 2));
		String[] two = Template.of(text + " " + text).text(7, 2).split(" ");
		assertThat(two[0]).isNotEqualTo(two[1]);
	}

	@ParameterizedTest
	@CsvSource({ "SECONDS, 1767323045", "MILLISECONDS, 1767323045678", "MICROSECONDS, 1767323045678901",
			"NANOSECONDS, 1767323045678901234" })
	void whenItIsATimeThenItIsInItsUnit(TimeUnit unit, long expected) {
		assertThat(new UnixTime(unit, CLOCK).number(0, 0)).isEqualTo(expected);
	}

	@Test
	void whenItIsATimeThenItIsThePresent() {
		assertThat(new IsoTime(CLOCK).text(0, 0)).isEqualTo("2026-01-02T03:04:05.678901234Z");
		assertThat(Duration.between(Instant.parse(Template.of("{{time}}").text(0, 0)), Instant.now()))
			.isBetween(Duration.ZERO, Duration.ofMinutes(1));
		assertThat(Template.of("{{time ms}}").number().orElseThrow().number(0, 0))
			.isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
	}

	@ParameterizedTest
	@ValueSource(strings = { "{{}}", "{{sequence}}", "{{seq", "{{random 1}}", "{{random 2 1}}", "{{random a b}}",
			"{{random 1 9999999999999999999}}", "{{time h}}", "{{SEQ}}", "{{bytes}}", "{{bytes -1}}",
			"{{bytes 16777217}}" })
	void whenThereIsNoSuchPlaceholderThenThoseThatThereAreAreNamed(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Template.of("before " + text))
			.withMessageContaining(" is not a placeholder; use {{seq}}, {{message}}, {{random}}");
	}

	@Test
	void whenItIsAPayloadThenItIsTheSameInEachCallAndOfThatSize() {
		Template template = Template.of("{{bytes 1000}}");
		assertThat(template.constant()).isTrue();
		assertThat(Base64.getDecoder().decode(template.text(0, 0))).hasSize(1000);
		assertThat(template.text(1, 1)).isEqualTo(Template.of("{{ bytes 1000 }}").text(0, 0));
		assertThat(Template.of("<{{bytes 0}}>{{seq}}").text(3, 0)).isEqualTo("<>3");
	}

	@Test
	void whenMetadataHasPlaceholdersThenItChangesWithTheCall() {
		Headers headers = new Headers(Map.of("x-fixed", "a", "x-id", "{{seq}}"));
		assertThat(headers.constant()).isFalse();
		assertThat(entries(headers, 3)).containsExactlyEntriesOf(new TreeMap<>(Map.of("x-fixed", "a", "x-id", "3")));
		assertThat(new Headers(Map.of("x-fixed", "a")).constant()).isTrue();
		assertThat(new Headers(Map.of()).isEmpty()).isTrue();
	}

	@Test
	void whenAKeyHasSeveralValuesThenTheyKeepTheirOrder() {
		Headers headers = new Headers(Map.of("x-many", "a{{seq}}\nb,c\n\na"));
		List<String> sent = new ArrayList<>();
		headers.forEachVarying(7, (key, value) -> sent.add(key + "=" + value));
		assertThat(sent).containsExactly("x-many=a7", "x-many=b,c", "x-many=", "x-many=a");
	}

	private static Map<String, String> entries(Headers headers, long call) {
		Map<String, String> entries = new TreeMap<>();
		headers.forEach(call, entries::put);
		return entries;
	}

}
