package dev.grpctuning.load.serve.endpoint;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PlanBody}.
 */
class PlanBodyTests {

	@Test
	void whenNamesAreNestedOrHaveDotsThenTheyAreTheSame() {
		assertThat(read("{\"model\": \"open\", \"open\": {\"rate\": 2.50, \"maxLag\": \"5ms\"}}"))
			.isEqualTo(read("{\"model\": \"open\", \"open.rate\": 2.50, \"open.maxLag\": \"5ms\"}"))
			.isEqualTo(read("{\"load.model\": \"open\", \"load.open\": {\"rate\": 2.50, \"maxLag\": \"5ms\"}}"))
			.isEqualTo(Map.of("load.model", "open", "load.open.rate", "2.50", "load.open.maxLag", "5ms"));
	}

	@Test
	void whenAValueIsAListThenEachElementIsOne() {
		assertThat(read("{\"thresholds\": [\"p99 < 5ms\", \"ok > 1\"], \"steps\": {\"values\": []}}")).isEqualTo(
				Map.of("load.thresholds[0]", "p99 < 5ms", "load.thresholds[1]", "ok > 1", "load.steps.values", ""));
	}

	@Test
	void whenAValueIsNullThenItIsAsIfItWereNotThere() {
		assertThat(read("{\"open\": {\"rate\": null}, \"quiet\": true}")).isEqualTo(Map.of("load.quiet", "true"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"id\":12345678901234567890,\"tags\":[\"a\",{\"b\":null}]}", "[{\"id\":1},{\"id\":2}]" })
	void whenTheRequestIsJsonThenItIsTakenAsItIs(String request) {
		assertThat(read("{\"request\": " + request + "}")).isEqualTo(Map.of("load.request", request));
	}

	@Test
	void whenTheRequestIsATextThenItIsThatText() {
		assertThat(read("{\"request\": \"@file.json\"}")).isEqualTo(Map.of("load.request", "@file.json"));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", " ", "null", "plan", "[]", "{\"plan\": {}", "{plan: {}}", "{\"plan\": {}} {}" })
	void whenTheBodyIsNoJsonObjectThenTheLineHasAnExample(@Nullable String body) {
		assertRefused(body,
				"The body is no JSON object; post {\"plan\": {\"model\": \"open\", \"open\": {\"rate\": 200}, \"duration\": \"10s\"}}.");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			{}                       | plan: is missing; post {"plan":
			{"plan": null}           | plan: is no JSON object; post {"plan":
			{"plan": "open"}         | plan: is no JSON object; post {"plan":
			{"plan": {}, "rate": 3}  | rate: is nothing that can be posted; post {"plan":
			{"plan": {"": 1}}        | plan: "" is no property; see ./lab help.
			{"plan": {"load.": 1}}   | plan: "" is no property; see ./lab help.
			{"plan": {"open.rate": 1, "open": {"rate": 1}}} | load.open.rate: is given twice; give it once.
			{"plan": {"warmup-limit": "1m", "warmupLimit": "1m"}} | load.warmupLimit: is given twice; give it once.
			{"plan": {"call": "${HOME}"}} | load.call: "${HOME}" is not allowed (posted plan); give the value itself
			""")
	void whenTheBodyCannotBeMeantThenTheLineSaysWhy(String body, String line) {
		assertRefused(body, line);
	}

	private static Map<String, Object> read(String plan) {
		return PlanBody.properties("{\"plan\": " + plan + "}");
	}

	private static void assertRefused(@Nullable String body, String line) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> PlanBody.properties(body))
			.withMessageStartingWith(line)
			.satisfies((refusal) -> assertThat(refusal.getMessage()).endsWith(".").doesNotContain("\n"));
	}

}
