package dev.grpctuning.load.serve;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link PostedPlan.Body}. */
@Tag(Approved.TAG)
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
	void whenAKeyOfMetadataHasAListThenItsValuesAreLines() {
		assertThat(read("{\"metadata\": {\"tenant\": [\"blue\", \"\", 3], \"one\": [\"a\"]}}"))
			.isEqualTo(Map.of("load.metadata.tenant", "blue\n\n3\n", "load.metadata.one", "a"));
		assertThat(refusal("{\"plan\": {\"metadata\": {\"tenant\": []}}}")).startsWith("load.metadata.tenant: ");
		assertThat(refusal("{\"plan\": {\"metadata\": {\"tenant\": [null]}}}")).startsWith("load.metadata.tenant: ");
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
		assertThat(refusal(body)).contains("JSON object", "{\"plan\": {\"model\":");
	}

	@Test
	void whenTheBodyCannotBeMeantThenTheLineSaysWhy() {
		Approved.assertCase("serve.txt", """
				{}
				{"plan": null}
				{"plan": "open"}
				{"plan": {}, "rate": 3}
				{"plan": {"": 1}}
				{"plan": {"load.": 1}}
				{"plan": {"open.rate": 1, "open": {"rate": 1}}}
				{"plan": {"warmup-limit": "1m", "warmupLimit": "1m"}}
				{"plan": {"call": "${HOME}"}}
				""".lines().map(PlanBodyTests::refusal).toArray(String[]::new));
	}

	@Test
	void whenASecretIsAPlaceholderThenTheLineMasksIt() {
		assertThat(refusal("{\"plan\": {\"metadata\": {\"x-token\": \"a${b}\"}}}"))
			.startsWith("load.metadata.x-token: \"******\" is not allowed");
	}

	private static Map<String, Object> read(String plan) {
		return PostedPlan.Body.properties("{\"plan\": " + plan + "}");
	}

	private static String refusal(@Nullable String body) {
		UsageException refusal = assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> PostedPlan.Body.properties(body))
			.withMessageEndingWith(".")
			.withMessageNotContaining("\n")
			.actual();
		return String.valueOf(refusal.getMessage());
	}

}
