package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.compare.ExperimentRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ExperimentPlans;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link RunServersFactory}. */
class RunServersFactoryTests {

	private final Map<String, String> properties = new HashMap<>();

	@BeforeEach
	void describe() {
		this.properties.put("experiment.name", "sample");
		this.properties.put("experiment.variants[0].name", "plain");
		this.properties.put("experiment.variants[1].name", "virtual");
		this.properties.put("experiment.variants[1].properties.grpc.tuning.executor.type", "virtual");
		this.properties.put("experiment.server.jar", Path.of("pom.xml").toString());
	}

	@Test
	void whenNoModeIsSetThenWhatARunningServerCanChangeIsChangedThere() throws Exception {
		try (RunServers servers = create()) {
			assertThat(servers.kept()).isTrue();
		}
	}

	@Test
	void whenNoModeIsSetAndVariantsDifferInMoreThenEachRunHasAServerOfItsOwn() throws Exception {
		this.properties.put("experiment.variants[1].jvm-options", "-Xmx1g");
		try (RunServers servers = create()) {
			assertThat(servers.kept()).isFalse();
			assertThat(servers.settle()).hasSeconds(5);
		}
	}

	@Test
	void whenOneServerIsRetunedThenWhatIsSharedMayBeAnything() throws Exception {
		this.properties.put("experiment.server.mode", "retune");
		this.properties.put("experiment.server.jvm-options", "-Xmx1g");
		this.properties.put("experiment.server.properties.hello.work.delay", "1ms");
		try (RunServers servers = create()) {
			assertThat(servers.kept()).isTrue();
		}
	}

	@Test
	void whenServersAreRetunedThenEachWorkloadMayHaveOneOfItsOwn() throws Exception {
		this.properties.put("experiment.server.mode", "retune");
		this.properties.put("experiment.workloads[0].name", "waits");
		this.properties.put("experiment.workloads[0].properties.hello.work.delay", "1ms");
		try (RunServers servers = create()) {
			assertThat(servers.kept()).isTrue();
		}
		attach();
		assertNotLive("workload waits", "hello.work.delay");
	}

	@Test
	void whenAServerIsAttachedToThenNoneNeedsToBeStarted() throws Exception {
		attach();
		this.properties.remove("experiment.server.jar");
		try (RunServers servers = create()) {
			assertThat(servers.kept()).isTrue();
		}
	}

	@ParameterizedTest
	@CsvSource({ "profile, tuned, profile", "jvm-options, -Xmx1g, jvm-options", "java-home, HERE, java-home",
			"properties.hello.work.delay, 1ms, hello.work.delay",
			"properties.grpc.tuning.jvm.max-heap, 1g, grpc.tuning.jvm.max-heap",
			"properties.grpc.tuning.enabled, false, grpc.tuning.enabled" })
	void whenAVariantSetsWhatARunningServerCannotChangeThenItAndTheSettingAreNamed(String field, String value,
			String setting) {
		this.properties.put("experiment.variants[1]." + field,
				value.equals("HERE") ? System.getProperty("java.home") : value);
		this.properties.put("experiment.server.mode", "retune");
		assertNotLive("variant virtual", setting);
		attach();
		assertNotLive("variant virtual", setting);
	}

	@ParameterizedTest
	@CsvSource({ "jvm-options, -Xmx1g, jvm-options", "java-home, /jdk, java-home",
			"properties.hello.print-header, true, hello.print-header" })
	void whenAllVariantsAreToHaveWhatAnAttachedServerCannotChangeThenItIsNamed(String field, String value,
			String setting) {
		attach();
		this.properties.put("experiment.server." + field, value);
		assertNotLive("experiment.server", setting);
	}

	private void assertNotLive(String owner, String setting) {
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.withMessageStartingWith("%s: %s ".formatted(owner, setting))
			.withMessageContaining("experiment.server.mode=fork");
	}

	@ParameterizedTest
	@ValueSource(strings = { "experiment.server.address", "experiment.server.actuator" })
	void whenAnAddressIsMissingOrUselessThenItsPropertyIsNamed(String name) {
		attach();
		this.properties.remove(name);
		assertRefused(name);
		this.properties.put(name, "nowhere");
		assertRefused(name);
		attach();
		this.properties.remove("experiment.server.mode");
		this.properties.keySet()
			.removeIf((key) -> key.matches("experiment.server.(address|actuator)") && !key.equals(name));
		assertRefused(name);
	}

	@Test
	void whenTheActuatorsAddressHasAPasswordInItThenThatIsNotRepeated() {
		attach();
		this.properties.put("experiment.server.actuator", "http://admin:s3cret@localhost:8081/actuator");
		assertThatExceptionOfType(UsageException.class).isThrownBy(this::create)
			.withMessageStartingWith("experiment.server.actuator: ")
			.withMessageContaining("experiment.server.user and experiment.server.password")
			.withMessageNotContaining("s3cret");
	}

	@Test
	void whenPropertiesAreShownThenThePasswordIsNot() {
		attach();
		this.properties.put("experiment.server.password", "s3cret");
		assertThat(bound()).asString().doesNotContain("s3cret");
		assertThat(bound().compared().server().password()).isEqualTo("s3cret");
	}

	@Test
	void whenServersAreKeptThenEachVariantIsFirstDrivenForAsLongAsAShortWarmUpMayTake() throws Exception {
		this.properties.put("experiment.server.mode", "retune");
		this.properties.put("load.model", "closed");
		this.properties.put("load.duration", "2s");
		this.properties.put("load.warmup", "auto");
		assertThat(warmUpRound("4s")).hasSeconds(4);
		assertThat(warmUpRound("10s")).isZero();
		this.properties.put("load.warmup", "3s");
		assertThat(warmUpRound("4s")).hasSeconds(3);
		this.properties.put("experiment.server.mode", "fork");
		assertThat(warmUpRound("4s")).isZero();
	}

	/** How long each variant is driven before the first round. */
	private Duration warmUpRound(String limit) throws IOException {
		this.properties.put("load.warmup-limit", limit);
		Experiment experiment = experiment();
		try (RunServers servers = create()) {
			Duration run = experiment.plan().model().sendingTime().plus(servers.changeover());
			Duration rest = ExperimentRun.length(experiment, servers).minus(run.multipliedBy(experiment.runs()));
			return rest.isZero() ? rest : rest.dividedBy(experiment.variants().size()).minus(servers.changeover());
		}
	}

	private void attach() {
		this.properties.put("experiment.server.mode", "attach");
		this.properties.put("experiment.server.address", "localhost:9090");
		this.properties.put("experiment.server.actuator", "http://localhost:8081/actuator/");
	}

	private void assertRefused(String name) {
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(this::create)
			.satisfies((refusal) -> {
				assertThat(refusal.getName()).isEqualTo(name);
				assertThat(refusal.getReason()).startsWith("It must").endsWith(".");
			});
	}

	private RunServers create() {
		return new RunServersFactory(bound()).create(experiment());
	}

	private Experiment experiment() {
		return new ExperimentFactory(binder().bindOrCreate("load", Bindable.of(LoadProperties.class)), bound(),
				new ExperimentPlans(new StandardEnvironment()))
			.create(Instant.EPOCH);
	}

	private ExperimentProperties bound() {
		return binder().bindOrCreate("experiment", Bindable.of(ExperimentProperties.class));
	}

	private Binder binder() {
		return new Binder(List.of(new MapConfigurationPropertySource(this.properties)));
	}

}
