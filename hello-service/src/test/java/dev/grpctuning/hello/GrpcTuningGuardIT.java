package dev.grpctuning.hello;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.grpctuning.hello.v1.HelloRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Changes that harm the calls, of which twenty are always open and block for 5 ms. */
class GrpcTuningGuardIT extends AbstractServiceIT {

	private static final String HARM = "{\"executorType\": \"direct\"%s}";

	private final AtomicBoolean ended = new AtomicBoolean();

	private final AtomicLong answered = new AtomicLong();

	private final AtomicLong failed = new AtomicLong();

	private final List<Thread> callers = new ArrayList<>();

	@Override
	RunningService startService() {
		return RunningService.start("--grpc.tuning.executor.type=virtual", "--hello.work.delay=5ms");
	}

	@BeforeEach
	void callSteadily() {
		this.ended.set(false);
		IntStream.range(0, 20).forEach((i) -> this.callers.add(Thread.startVirtualThread(this::call)));
		long before = this.answered.get();
		// The guard compares with seconds before a change.
		await().during(Duration.ofSeconds(4))
			.atMost(Duration.ofSeconds(20))
			.until(() -> this.answered.get() > before + 100);
	}

	private void call() {
		while (!this.ended.get()) {
			try {
				this.service.stub().sayHello(HelloRequest.getDefaultInstance());
				this.answered.incrementAndGet();
			}
			catch (RuntimeException ex) {
				this.failed.incrementAndGet();
			}
		}
	}

	@AfterEach
	void end() throws Exception {
		this.ended.set(true);
		for (Thread caller : this.callers) {
			caller.join();
		}
		this.callers.clear();
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
		assertThat(this.failed).hasValue(0);
	}

	@Test
	void whenTheGuardIsOffOrTheChangeIsHarmlessThenItStays() throws Exception {
		assertThat(this.endpoint.change(HARM.formatted(", \"guard\": false"))).extractingPath("$.guarded")
			.isEqualTo(false);
		long before = this.answered.get();
		await().until(() -> this.answered.get() > before + 500);
		assertThat(JsonPath.<String>read(this.endpoint.whole().getJson(), "$.changes[0].outcome")).isEqualTo("APPLIED");
		assertThat(this.endpoint.knob("executor.type")).extractingPath("$.effective").isEqualTo("direct");
	}

}
