package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.testkit.Alone;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** The built-in experiment {@code recovery}, with a spike of two seconds. */
@Alone
@StartsApplications
@Timeout(240)
@ExtendWith(OutputCaptureExtension.class)
class RecoveryIT {

	private static final int ATTEMPTS = 3;

	private static final Map<String, Boolean> EXPECTED = Map.of("none", false, "concurrent-calls", true);

	@TempDir
	private Path folder;

	@Test
	void whenClientsRetryThenTheServerRecoversWithinASecondOnlyWithALimit(CapturedOutput output) throws IOException {
		Map<String, Boolean> recovered = Map.of();
		// Other work on the machine may make a good second late.
		for (int attempt = 0; attempt < ATTEMPTS && !recovered.equals(EXPECTED); attempt++) {
			recovered = recovered(this.folder.resolve(String.valueOf(attempt)), output);
		}
		assertThat(recovered).isEqualTo(EXPECTED);
	}

	/**
	 * A quarter of the rates and of the capacity, so that processors are not what is
	 * short.
	 */
	private static Map<String, Boolean> recovered(Path folder, CapturedOutput output) throws IOException {
		assertThat(ModesExperiment.launch(folder, "--experiment=recovery", "--experiment.scale=0.2",
				"--experiment.repeat=1", "--experiment.control=false", "--experiment.only=none,concurrent-calls",
				"--load.steps.values=150,600,150", "--experiment.objective=750ms",
				"--experiment.server.properties.hello.work.delay=40ms"))
			.as(output::getErr)
			.isZero();
		return ModesExperiment.variants(Results.onlyChild(folder.resolve("results")))
			.stream()
			.collect(Collectors.toMap((variant) -> variant.get("name").getAsString(), RecoveryIT::recovered));
	}

	private static boolean recovered(JsonObject variant) {
		JsonObject run = variant.getAsJsonArray("runs").get(0).getAsJsonObject();
		return run.getAsJsonObject("outcome")
			.getAsJsonObject("goodput")
			.getAsJsonObject("recovery")
			.get("recovered")
			.getAsBoolean();
	}

}
