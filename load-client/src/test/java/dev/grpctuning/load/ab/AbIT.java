package dev.grpctuning.load.ab;

import java.nio.file.Path;
import java.util.Map;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.LightService;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Two builds of a service, one of them much slower than the other. */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class AbIT {

	@TempDir
	private Path folder;

	@Test
	void whenTheNewBuildIsSlowerThenTheGateIsTheExitCode(CapturedOutput output) throws Exception {
		LightService.jar(jar("old"), Map.of("hello.work.delay", "20ms"));
		LightService.jar(jar("new"), Map.of("hello.work.delay", "500ms"));
		assertThat(LoadClientApplication.launch("ab", jar("old").toString(), jar("new").toString(), "--gate=5%",
				"--load.warmup=200ms", "--load.duration=1s", "--experiment.time=65s", "--load.channels=1",
				"--load.closed.outstanding=2", "--load.connect-timeout=1m", "--experiment.calibration=false",
				"--experiment.output=" + this.folder.resolve("results"), "--experiment.server.settle=0s",
				"--experiment.server.jvm-options=-Xmx128m,-XX:TieredStopAtLevel=1"))
			.as(output::getErr)
			.isEqualTo(2);
		assertThat(output.getOut().lines().toList().getLast()).startsWith("Regression of 5 % or more: per second −");
		Path results = Results.onlyChild(this.folder.resolve("results"));
		ResultSchema.assertValid(results.resolve("result.json"));
		JsonObject result = Results.result(results);
		assertThat(result.getAsJsonObject("comparison").get("baseline").getAsString()).isEqualTo("old");
		assertThat(Results.objects(result, "variants")).hasSize(2).allSatisfy((variant) -> {
			String build = variant.get("name").getAsString();
			assertThat(variant.getAsJsonObject("setup").get("jar").getAsString()).isEqualTo(jar(build).toString());
			assertThat(variant.get("ended").getAsString()).isEqualTo("completed");
			assertThat(Results.objects(variant, "runs")).hasSizeGreaterThanOrEqualTo(2);
		});
	}

	private Path jar(String name) {
		return this.folder.resolve(name + ".jar");
	}

}
