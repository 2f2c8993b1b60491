package dev.grpctuning.load.lab;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.result.Environment;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Lab}. */
class LabTests {

	@Test
	void whenACommandIsRememberedThenAShellTakesItAndSecretsAreMasked() {
		assertThat(Lab.line("compare", "--experiment=pools.yml", "--load.request={\"name\": \"it's\"}",
				"--experiment.server.password=s3cret"))
			.isEqualTo("./lab compare --experiment=pools.yml '--load.request={\"name\": \"it'\\''s\"}' "
					+ "'--experiment.server.password=******'");
		assertThat(Lab.line()).isEqualTo("./lab");
	}

	@Test
	void whenALabWasStartedThenItsCommandIsInTheEnvironment() {
		Lab.start("run", "localhost:9090");
		assertThat(Environment.current().lab()).isNotNull()
			.satisfies((lab) -> assertThat(lab.command()).startsWith("./lab"));
	}

}
