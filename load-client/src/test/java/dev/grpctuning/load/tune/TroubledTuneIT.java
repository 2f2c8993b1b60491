package dev.grpctuning.load.tune;

import java.util.List;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.app.InThisProcess;

import static org.assertj.core.api.Assertions.assertThat;

/** Searches that are interrupted, or whose servers fail. */
class TroubledTuneIT extends AbstractTuneIT {

	@Test
	void whenInterruptedThenTheScoresSoFarAreKeptAlsoOfServersThatCannotBeChanged() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				tune("--search.highest=20", "--tune.space.executor.threads=8,16",
						"--experiment.server.properties.management.endpoint.grpctuning.access=read-only"))) {
			lab.await(() -> assertThat(this.output.getErr()).contains("race 1: "));
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		assertThat(this.output.getErr().lines())
			.anyMatch((line) -> line.matches(" +each candidate has a server of its own: .*access=unrestricted.*"));
		assertThat(this.output.getOut()).contains("| as configured ", "the search did not finish (interrupted)");
		JsonObject document = document(results());
		assertThat(document.get("ended").getAsString()).isEqualTo("interrupted");
		assertThat(objects(document, "scores")).hasSizeGreaterThan(1)
			.first()
			.satisfies((score) -> assertThat(score.get("callsPerSecond").getAsDouble()).isPositive());
	}

	@Test
	void whenTheServerDiesThenItIsStartedAnewAndMadeTheCandidateAgain() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				tune("--search.highest=200", "--tune.space.executor.threads=8,16,32"))) {
			lab.await(() -> assertThat(raced()).isNotEmpty());
			assertThat(lab.servers()).hasSize(1).allSatisfy(ProcessHandle::destroyForcibly);
			lab.await(() -> {
				assertThat(results().resolve("servers/kept/start-2/server.out")).isNotEmptyFile();
				assertThat(raced()).as("eight threads or more hold more than one can")
					.anyMatch((line) -> line
						.matches("race \\d+: executor.threads=\\d+: +(7[5-9]|[89]\\d|1\\d\\d)/s .* held"));
			});
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		assertThat(objects(document(results()), "scores")).first()
			.satisfies(
					(score) -> assertThat(score.get("callsPerSecond").getAsDouble()).as("one thread").isLessThan(65));
	}

	private List<String> raced() {
		return this.output.getErr().lines().filter((line) -> line.matches("race \\d+: executor.threads=.*")).toList();
	}

	@Test
	void whenWhatIsConfiguredDoesNotStartThenItsWordsAreTheResult() {
		assertThat(run("--tune.space.executor.threads=8", "--experiment.server.jvm-options=-XX:+Pigeon")).isEqualTo(3);
		assertThat(this.output.getOut()).contains("the search did not finish (exited: exit code 1 while starting: ",
				"Pigeon");
	}

	@Test
	void whenTheLogOfTheServerCannotBeReadThenWhatWasFoundIsKeptAndOneLineSaysSo() throws Exception {
		try (InThisProcess lab = InThisProcess.start(this.folder,
				tune("--tune.space.executor.thread-name-prefix=other-", "--search.highest=20", "--slo=p50 < 10s",
						"--load.open.max-lag=1m"))) {
			lab.await(() -> assertThat(this.output.getErr()).contains("[1] as configured"));
			lab.spoilLog("servers/kept/server.out");
			assertThat(lab.exitCode()).as(this.output::getErr).isEqualTo(3);
		}
		assertThat(this.output.getOut()).contains("| as configured ",
				"no candidate was better than the configured settings");
		assertThat(this.output.getErr().lines()).filteredOn((line) -> line.matches("tune: .*server\\.out.*"))
			.hasSize(1);
		assertThat(this.output.getErr()).doesNotContain("\tat ");
		JsonObject document = document(results());
		assertThat(document.get("ended").getAsString()).isEqualTo("completed");
		assertThat(document.getAsJsonObject("recommendation").get("conclusion").getAsString()).isEqualTo("none-faster");
	}

}
