package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.grpctuning.load.compare.ExperimentRun;
import dev.grpctuning.load.compare.experiment.Experiment;
import dev.grpctuning.load.compare.experiment.ExperimentFactory;
import dev.grpctuning.load.compare.experiment.ExperimentProperties;
import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.FailureLines;
import dev.grpctuning.load.result.Approved;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link RunServersFactory}. */
@Tag(Approved.TAG)
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
	void whenServersAreCreatedThenTheyAreKeptOrOneLineSaysWhatCannotBeChanged() {
		String fields = "profile=tuned, jvm-options=-Xmx1g, java-home=HERE, properties.hello.work.delay=1ms, "
				+ "properties.grpc.tuning.jvm.max-heap=1g, properties.grpc.tuning.enabled=false";
		String workload = "workloads[0].name=waits; workloads[0].properties.hello.work.delay=1ms";
		Approved
			.assertCase("compare.txt", Stream
				.of(Stream.of(
						"", "variants[1].jvm-options=-Xmx1g",
						"server.mode=retune; server.jvm-options=-Xmx1g; server.properties.hello.work.delay=1ms",
						"server.mode=retune; " + workload, "ATTACH; " + workload, "ATTACH; -server.jar",
						"ATTACH; -server.address", "ATTACH; server.address=nowhere", "ATTACH; -server.actuator",
						"ATTACH; server.actuator=nowhere", "server.address=localhost:9090",
						"server.actuator=http://localhost:8081/actuator",
						"ATTACH; server.actuator=http://admin:s3cret@localhost:8081/actuator",
						"ATTACH; server.jvm-options=-Xmx1g", "ATTACH; server.java-home=HERE",
						"ATTACH; server.properties.hello.print-header=true"),
						Stream.of("server.mode=retune", "ATTACH")
							.flatMap((mode) -> Stream.of(fields.split(", "))
								.map((field) -> mode + "; variants[1]." + field)))
				.flatMap((lines) -> lines)
				.map((line) -> line + " -> " + created(line))
				.toArray(String[]::new));
	}

	private String created(String line) {
		this.properties.clear();
		describe();
		for (String given : line.replace("HERE", System.getProperty("java.home")).split("; ")) {
			String[] property = given.split("=", 2);
			if (given.equals("ATTACH")) {
				attach();
			}
			else if (given.startsWith("-")) {
				this.properties.remove("experiment." + given.substring(1));
			}
			else if (property.length == 2) {
				this.properties.put("experiment." + property[0], property[1]);
			}
		}
		try (RunServers servers = create()) {
			return servers.kept() ? "kept" : "a server for each run, settled in " + servers.settle();
		}
		catch (RuntimeException ex) {
			return String.valueOf(FailureLines.of(new StandardEnvironment()).describe(ex));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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

	private RunServers create() {
		return new RunServersFactory(bound()).create(experiment());
	}

	private Experiment experiment() {
		return new ExperimentFactory(binder().bindOrCreate("load", Bindable.of(LoadProperties.class)), bound(),
				new StandardEnvironment())
			.create(Instant.EPOCH);
	}

	private ExperimentProperties bound() {
		return binder().bindOrCreate("experiment", Bindable.of(ExperimentProperties.class));
	}

	private Binder binder() {
		return new Binder(List.of(new MapConfigurationPropertySource(this.properties)));
	}

}
