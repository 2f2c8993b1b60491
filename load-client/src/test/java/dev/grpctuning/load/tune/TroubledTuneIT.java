package dev.grpctuning.load.tune;

import java.nio.file.Path;
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
				tune("--search.start=20", "--search.highest=20", "--tune.space.executor.threads=8,16",
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
		try (InThisProcess lab = InThisProcess.start(this.folder, tune("--tune.space.executor.threads=8,16,32",
				"--search.start=20", "--search.highest=20", "--slo=p50 < 10s", "--load.open.max-lag=1m"))) {
			lab.await(() -> assertThat(raced()).isNotEmpty());
			assertThat(lab.servers()).hasSize(1).allSatisfy(ProcessHandle::destroyForcibly);
			Path log = results().resolve("server-2/server.out");
			lab.await(() -> assertThat(log).content()
				.containsPattern("gRPC tuning applied .*executor\\.threads 1 -> (8|16|32)"));
			int before = raced().size();
			lab.await(() -> assertThat(raced().stream().skip(before)).anyMatch((line) -> line.endsWith(" held")));
			lab.interrupt();
			assertThat(lab.exitCode()).isEqualTo(130);
		}
		assertThat(objects(document(results()), "scores")).isNotEmpty();
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

}
