package dev.grpctuning.hello;

import java.time.Duration;
import java.util.Map;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Changes that harm the calls, of which twenty are always open and block for 5 ms. */
class GrpcTuningGuardIT extends AbstractServiceIT {

	private static final String HARM = "{\"executorType\": \"direct\"%s}";

	@SuppressWarnings("NullAway.Init")
	private SteadyCalls calls;

	@Override
	RunningService startService() {
		return RunningService.start("--grpc.tuning.executor.type=virtual", "--hello.work.delay=5ms");
	}

	@BeforeEach
	void callSteadily() {
		this.calls = new SteadyCalls(this.service, 20);
		// The guard compares with seconds before a change.
		await().during(Duration.ofSeconds(4)).atMost(Duration.ofSeconds(20)).until(() -> this.calls.answered() > 100);
	}

	@AfterEach
	void end() throws Exception {
		this.calls.close();
		this.endpoint.reset();
	}

	@Test
	void whenAChangeHarmsTheCallsThenItIsTakenBackWithoutAFailedCall() throws Exception {
		assertThat(this.endpoint.change(HARM.formatted(""))).extractingPath("$.guarded").isEqualTo(true);
		await()
			.untilAsserted(() -> assertThat(this.endpoint.<Object>whole("$.changes[0].outcome")).isEqualTo("REVERTED"));
		Map<String, Object> reverted = this.endpoint.whole("$.changes[0]");
		assertThat(reverted).hasEntrySatisfying("detail", (detail) -> assertThat(detail.toString()).contains("before"));
		assertThat(this.endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("virtual");
		assertThat(this.calls.failed()).isZero();
	}

	@Test
	void whenTheGuardIsOffOrTheChangeIsHarmlessThenItStays() throws Exception {
		assertThat(this.endpoint.change(HARM.formatted(", \"guard\": false"))).extractingPath("$.guarded")
			.isEqualTo(false);
		long before = this.calls.answered();
		await().until(() -> this.calls.answered() > before + 500);
		assertThat(JsonPath.<String>read(this.endpoint.whole().getJson(), "$.changes[0].outcome")).isEqualTo("APPLIED");
		assertThat(this.endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("direct");
	}

}
