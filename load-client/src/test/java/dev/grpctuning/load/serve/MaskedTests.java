package dev.grpctuning.load.serve;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for what {@link LoadEndpoint} masks. */
class MaskedTests {

	private static final String PLAN = "{\"model\":\"open\",\"call\":{\"method\":\"a.B/C\",\"request\":%s},\"metadata\":%s,\"drainSeconds\":1.50}";

	@Test
	void whenAResultIsMaskedThenOnlyWhatThePlanSendsIsHidden() {
		String plan = PLAN.formatted("\"{}\"", "{\"x-token\":\"secret\",\"x-user\":\"me\"}");
		String masked = PLAN.formatted("\"******\"", "{\"x-token\":\"******\",\"x-user\":\"******\"}");
		String result = "{\"schema\":1,\"target\":null,\"plan\":%s,\"metadata\":{\"a\":\"b\"},\"elapsedSeconds\":2.500}";
		assertThat(LoadEndpoint.masked(result.formatted(plan))).isEqualTo(result.formatted(masked));
	}

	@Test
	void whenAResultIsMaskedThenWhatTheClientWasStartedWithIsHidden() {
		String environment = "{\"environment\":{\"os\":\"Linux\",\"clientJvmOptions\":%s,\"lab\":{\"commit\":\"1a2b\",\"command\":%s}}}";
		assertThat(LoadEndpoint.masked(environment.formatted("[\"-Dload.request=secret\",\"-Xmx1g\"]",
				"\"./lab serve --load.metadata.tenant=secret\"")))
			.isEqualTo(environment.formatted("[]", "\"******\""));
		assertThat(LoadEndpoint.masked(environment.formatted("[]", "null")))
			.isEqualTo(environment.formatted("[]", "null"));
		assertThat(LoadEndpoint.masked("{\"environment\":{\"clientJvmOptions\":[],\"lab\":null}}"))
			.isEqualTo("{\"environment\":{\"clientJvmOptions\":[],\"lab\":null}}");
	}

	@Test
	void whenAStatusIsMaskedThenThePlanOfItsRunIs() {
		String status = "{\"state\":\"driving\",\"run\":{\"number\":1,\"plan\":%s},\"last\":null}";
		assertThat(LoadEndpoint.masked(status.formatted(PLAN.formatted("null", "{\"x-token\":\"secret\"}"))))
			.isEqualTo(status.formatted(PLAN.formatted("null", "{\"x-token\":\"******\"}")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"state\":\"waiting\",\"run\":null,\"last\":null}", "{}", "{\"plan\":null}" })
	void whenThereIsNoPlanThenNothingChanges(String document) {
		assertThat(LoadEndpoint.masked(document)).isEqualTo(document);
	}

}
