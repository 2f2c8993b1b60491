package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.config.LoadPlans;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchRuntimeException;

/** Tests for {@link PostedPlan}. */
@Tag(Approved.TAG)
class PostedPlanTests {

	private final StandardEnvironment started = new StandardEnvironment();

	@Test
	void whenAPropertyIsPostedThenItWinsOverTheOneOfTheStart() {
		start(Map.of("load.target", "server:1", "load.channels", "3", "load.open.rate", "7"));
		LoadProperties properties = bind(Map.of("load.channels", "4", "load.model", "open", "load.open.rate", "9"));
		assertThat(properties.target()).isEqualTo("server:1");
		assertThat(properties.channels()).isEqualTo(4);
		assertThat(properties.open().rate()).isEqualTo(9);
	}

	@ParameterizedTest
	@ValueSource(strings = { "load.warmup-limit", "load.warmupLimit", "load.warmup_limit", "load.WARMUP-LIMIT" })
	void whenANameIsWrittenAsOnTheCommandLineThenItIsKnown(String name) {
		assertThat(bind(Map.of(name, "20s")).warmupLimit()).isEqualTo(Duration.ofSeconds(20));
	}

	@Test
	void whenMapsArePostedThenTheirKeysAreAddedAndListsTakeTheOthersPlace() {
		start(Map.of("load.metadata.x-one", "1", "load.metadata.x-two", "2", "load.thresholds", "ok > 1, ok > 2"));
		LoadProperties properties = bind(
				Map.of("load.metadata.X-Two", "3", "load.metadata.x-three", "3", "load.thresholds[0]", "p99 < 5ms"));
		assertThat(new LoadPlans(properties).plan().call().metadata())
			.isEqualTo(Map.of("x-one", "1", "x-two", "3", "x-three", "3"));
		assertThat(properties.thresholds()).containsExactly("p99 < 5ms");
	}

	@Test
	void whenAListIsPostedEmptyThenThereIsNone() {
		start(Map.of("load.thresholds[0]", "ok > 1"));
		assertThat(bind(Map.of("load.thresholds", "")).thresholds()).isEmpty();
	}

	@Test
	void whenNothingIsPostedThenThePlanIsThatOfTheStart() {
		start(Map.of("load.model", "closed", "load.duration", "${time}", "time", "3s"));
		LoadModel model = new LoadPlans(bind(Map.of())).plan().model();
		assertThat(model)
			.isEqualTo(new LoadModel.Closed(new Concurrency.Constant(10), Warmup.NONE, Duration.ofSeconds(3)));
	}

	@Test
	void whenAPlanWasPostedThenTheNextKnowsNothingOfIt() {
		bind(Map.of("load.channels", "4"));
		assertThat(bind(Map.of()).channels()).isOne();
	}

	@Test
	void whenAPropertyCannotBeUsedThenTheLineIsThatOfTheCommandLine() {
		Approved.assertCase("serve.txt",
				"""
						load.chanels=2
						load.open.rates=2
						load.model=wave
						load.channels=many
						load.warmup=soon
						load.maxOpenCalls=0
						load.drain=-1s
						load.output=a
						load.histogram=a
						load.format=csv
						load.QUIET=true
						""".lines()
					.map((line) -> line.split("="))
					.map((given) -> refusal(Map.of(given[0], given[1])))
					.toArray(String[]::new));
	}

	@Test
	void whenAValueOfTheStartCannotBeUsedThenTheLineNamesItsOrigin() {
		start(Map.of("load.channels", "0"));
		assertThat(refusal(Map.of("load.model", "closed"))).startsWith("load.channels: \"0\" ").contains("(the start)");
	}

	@Test
	void whenASecretCannotBeUsedThenTheLineMasksIt() {
		assertThat(refusal(Map.of("load.metadata.Authorization", "s3cret\u0007")))
			.startsWith("load.metadata.Authorization: \"******\" is not allowed")
			.doesNotContain("s3cret");
	}

	@Test
	void whenATargetOrFileIsNotAllowedThenTheLineSaysHowToAllowIt() {
		bind(Map.of("load.target", "server:5"));
		assertThat(refusal(Map.of("load.target", "other:5"))).contains("\"other:5\" cannot be posted; ");
		assertThat(refusal(Map.of("load.REQUEST_BYTES", "/etc/passwd"))).contains("\"/etc/passwd\" cannot be posted; ");
		assertThat(refusal(Map.of("load.request-bytes", "file:/etc/passwd"))).contains("cannot be posted; ");
	}

	@Test
	void whenAFailureIsABugThenThereIsNoLine() {
		assertThat(plan().describe(new IllegalStateException("a bug"))).isNull();
	}

	private void start(Map<String, Object> properties) {
		this.started.getPropertySources().addFirst(new MapPropertySource("the start", properties));
		ConfigurationPropertySources.attach(this.started);
	}

	private PostedPlan plan() {
		return new PostedPlan(new ServeProperties(List.of(), List.of("server")), this.started,
				new DefaultListableBeanFactory());
	}

	private LoadProperties bind(Map<String, Object> posted) {
		return plan().bind(posted);
	}

	private String refusal(Map<String, Object> posted) {
		PostedPlan plan = plan();
		RuntimeException failure = catchRuntimeException(() -> new LoadPlans(plan.bind(posted)).plan());
		assertThat(failure).isNotNull();
		return String.valueOf(plan.describe(failure));
	}

}
