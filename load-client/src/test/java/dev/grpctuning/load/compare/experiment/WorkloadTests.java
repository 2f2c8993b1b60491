package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.FileSystemResource;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.hello.HelloCall;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.schedule.Concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Tests for {@link ExperimentFactory} with workloads. */
@Tag(Approved.TAG)
class WorkloadTests {

	private static final String CROSSED = """
			load:
			  model: closed
			  duration: 10s
			  warmup: 2s
			  channels: 2
			  metadata: {x-one: "1"}
			experiment:
			  name: crossed
			  workloads:
			    - name: idle
			    - name: busy
			      changes: handlers wait
			      properties: {hello.work.delay: 1ms, shared: workload}
			      load:
			        model: blocking
			        blocking.clients: 8
			        metadata: {x-two: "2"}
			  variants:
			    - name: one
			    - name: two
			      changes: all
			      properties: {shared: variant, own: "2"}
			""";

	private final Map<String, Object> commandLine = new HashMap<>();

	@TempDir
	private Path folder;

	@Test
	void whenThereAreWorkloadsThenEveryVariantIsInEach() throws IOException {
		Experiment experiment = create(CROSSED);
		assertThat(experiment.variants()).extracting(Variant::title)
			.startsWith("one · idle", "two · idle", "one · busy", "two · busy");
		assertThat(experiment.variants().get(0).properties()).isEmpty();
		assertThat(experiment.variants().get(2).properties())
			.isEqualTo(Map.of("hello.work.delay", "1ms", "shared", "workload"));
		assertThat(experiment.variants().get(3).properties())
			.isEqualTo(Map.of("hello.work.delay", "1ms", "shared", "variant", "own", "2"));
		assertThat(Objects.requireNonNull(experiment.variants().get(3).workload()).changes())
			.isEqualTo("handlers wait");
		assertThat(experiment.variants().get(3).changes()).isEqualTo("all");
	}

	@Test
	void whenAWorkloadHasALoadThenItsPlanIsThatOfAllVariantsInIt() throws IOException {
		Experiment experiment = create(CROSSED);
		List<LoadPlan> plans = experiment.variants().stream().map(experiment::plan).toList();
		assertThat(plans.get(0)).isSameAs(plans.get(1)).isEqualTo(experiment.plan());
		assertThat(plans.get(2)).isSameAs(plans.get(3));
		assertThat(plans.get(0).model()).isEqualTo(new LoadModel.Closed(new Concurrency.Constant(10),
				new Warmup.Fixed(Duration.ofSeconds(2)), Duration.ofSeconds(10)));
		assertThat(plans.get(2).model()).isInstanceOfSatisfying(LoadModel.Blocking.class,
				(model) -> assertThat(model.clients()).isEqualTo(8));
		assertThat(plans.get(2).channels()).as("what the workload says nothing of").isEqualTo(2);
		assertThat(plans.get(2).call().metadata()).isEqualTo(Map.of("x-one", "1", "x-two", "2"));
	}

	@Test
	void whenAVariantHasALoadThenItWinsOverThatOfTheWorkload() throws IOException {
		Experiment experiment = create(CROSSED + """
				    - name: three
				      load: {codec: json, metadata.x-two: "3"}
				""");
		LoadPlan plan = experiment.plan(experiment.variants().get(5));
		assertThat(plan.model()).isInstanceOf(LoadModel.Blocking.class);
		assertThat(plan.call().callee()).isEqualTo(new HelloCall(HelloCodec.JSON, 0));
		assertThat(plan.call().metadata()).isEqualTo(Map.of("x-one", "1", "x-two", "3"));
		assertThat(experiment.plan(experiment.variants().get(2)).model()).isInstanceOf(LoadModel.Closed.class);
	}

	@Test
	void whenItIsScaledThenSoIsThePlanOfEachWorkload() throws IOException {
		this.commandLine.put("experiment.scale", "0.5");
		Experiment experiment = create(CROSSED);
		assertThat(experiment.scale()).isEqualTo(0.5);
		assertThat(experiment.variants()).extracting((variant) -> experiment.plan(variant).model().sendingTime())
			.containsOnly(Duration.ofSeconds(6));
		assertThat(experiment.plan().model().sendingTime()).isEqualTo(Duration.ofSeconds(6));
	}

	@Test
	void whenALoadCannotBeUsedThenTheLineNamesPropertyAndLine() {
		Approved.assertCase("compare.txt", """
				blockin.clients: 8
				blocking.clients: many
				blocking.clients: 0
				duration: -1s
				thresholds: ok > 1
				target: "a:1"
				""".lines().map((wrong) -> refusal("blocking.clients: 8", wrong)).toArray(String[]::new));
	}

	private String refusal(String part, String wrong) {
		return String.valueOf(
				assertThatExceptionOfType(UsageException.class).isThrownBy(() -> create(CROSSED.replace(part, wrong)))
					.actual()
					.getMessage());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			- name: busy | - name: idle      | experiment.workloads[1].name
			- name: busy | - name: ../up     | experiment.workloads[1].name
			- name: busy | - name: "a · b"   | experiment.workloads[1].name
			name: crossed | name: crossed\\n  only-workloads: idel | experiment.only-workloads
			name: crossed | name: crossed\\n  only-workloads: []   | experiment.only-workloads
			name: crossed | name: crossed\\n  only-workloads:      | experiment.only-workloads
			""")
	void whenAWorkloadCannotBeUsedThenItsPropertyIsNamed(String part, String wrong, String property) {
		String yaml = CROSSED.replace(part, wrong.replace("\\n", "\n"));
		assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class).isThrownBy(() -> create(yaml))
			.satisfies((refusal) -> {
				assertThat(refusal.getName()).isEqualTo(property);
				assertThat(refusal.getReason()).startsWith("It must").endsWith(".");
			});
	}

	private Experiment create(String yaml) throws IOException {
		Path file = Files.writeString(this.folder.resolve("mine.yml"), yaml);
		return YamlExperiments.create(new FileSystemResource(file), this.folder, this.commandLine);
	}

}
