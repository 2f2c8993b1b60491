package dev.grpctuning.load.serve;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link PostedPlan}. */
class PostedPlanTests {

	private final GenericApplicationContext context = new GenericApplicationContext();

	@Test
	void whenAPropertyIsPostedThenItWinsOverTheOneOfTheStart() {
		start(Map.of("load.target", "server:1", "load.channels", "3", "load.metadata.x-one", "1", "load.thresholds",
				"ok > 1, ok > 2"));
		PostedPlan posted = bind(
				Map.of("channels", 4, "model", "open", "open", Map.of("rate", 9.5, "max-lag", "1s"), "open.seed", 7,
						"warmupLimit", "20s", "metadata", Map.of("x-two", "a\nb"), "thresholds", List.of("p99 < 5ms")));
		assertThat(posted.properties().server().target()).isEqualTo("server:1");
		assertThat(posted.plan().channels()).isEqualTo(4);
		assertThat(posted.properties().plan().open())
			.hasToString("Open[rate=9.5, arrivals=POISSON, seed=7, maxLag=PT1S, maxLagShare=0.01]");
		assertThat(posted.properties().length().warmupLimit()).hasSeconds(20);
		assertThat(posted.plan().call().metadata()).containsKeys("x-one", "x-two");
		assertThat(posted.properties().output().thresholds()).containsExactly("p99 < 5ms");
		assertThat(bind(Map.of("thresholds", List.of())).properties().output().thresholds()).isEmpty();
		assertThat(bind(Map.of()).properties().server().channels()).isEqualTo(3);
	}

	@ParameterizedTest
	@ValueSource(strings = { "request=@/etc/passwd", "request-bytes=/etc/passwd", "REQUEST_BYTES=/etc/passwd",
			"requestBytes=file:/etc/passwd", "descriptor-set=/etc/passwd", "proto=/etc/passwd", "proto-path=/etc",
			"replay.file=/etc/passwd", "start-at=2030-01-31T12:00:00Z", "until=p99+-5%", "output=a", "histogram=a",
			"format=csv", "QUIET=true" })
	void whenAPlanWouldUseMoreThanTheStartAllowsThenItIsRefused(String property) {
		start(Map.of());
		assertRefused(property, "plan: files, start-at, until, output, format and quiet cannot be posted; ");
	}

	@Test
	void whenATargetIsOfThisMachineOrTheStartThenItIsUsed() {
		start(Map.of("load.target", "192.0.2.1:1", "load.output", "a"));
		assertThat(bind(Map.of("target", "192.0.2.1:1", "output", "a")).properties().output().file()).isEqualTo("a");
		assertThat(bind(Map.of("target", "[::1]:5")).properties().server().target()).isEqualTo("[::1]:5");
		assertRefused("target=192.0.2.1:2", "plan: a target on another machine cannot be posted; start serve with it.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "chanels=2 | load.chanels: there is no such property; did you mean",
			"model=wave | load.model: \"wave\" is not allowed; use one of burst, closed,",
			"burst.size=5 | load.burst.size: is part of bursts; set load.model=burst as well",
			"maxOpenCalls=0 | load.max-open-calls: \"0\" is not allowed. It must be 1 or more.",
			"thresholds=p98 < 5ms | load.thresholds: \"p98 < 5ms\" is not allowed. There is no figure \"p98\"",
			"metadata.Authorization=s3cret\u0007 | load.metadata.Authorization: \"******\" is not allowed",
			"metadata.x-token=a${HOME} | plan: a placeholder cannot be posted; give the value itself." })
	void whenAPlanCannotBeDrivenThenTheLineIsThatOfTheCommandLine(String line) {
		start(Map.of());
		assertRefused(line.split(" \\| ")[0], line.split(" \\| ")[1]);
	}

	@Test
	void whenTheBodyIsNoPlanThenTheLineHasAnExample() {
		LoadProperties start = start(Map.of());
		assertThatExceptionOfType(UsageException.class)
			.isThrownBy(() -> PostedPlan.of(Map.of("plan", Map.of(), "rate", Map.of()), start, this.context))
			.withMessage("plan: is missing; post {\"plan\": {\"duration\": \"10s\"}}.");
	}

	private void assertRefused(String property, String line) {
		String[] posted = property.split("=", 2);
		assertThatExceptionOfType(UsageException.class).isThrownBy(() -> bind(Map.of(posted[0], posted[1])))
			.withMessageStartingWith(line)
			.withMessageNotContaining("s3cret");
	}

	private LoadProperties start(Map<String, Object> properties) {
		this.context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("the start", properties));
		return Binder.get(this.context.getEnvironment()).bindOrCreate("load", LoadProperties.class);
	}

	private PostedPlan bind(Map<String, Object> plan) {
		return PostedPlan.of(Map.of("plan", plan),
				Binder.get(this.context.getEnvironment()).bindOrCreate("load", LoadProperties.class), this.context);
	}

}
