package dev.grpctuning.load.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.InThisProcess;
import dev.grpctuning.testkit.Results;

import static org.assertj.core.api.Assertions.assertThat;

/** Flame graphs of two variants, of which one computes and the other allocates. */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class ProfileIT {

	private static final String EXPERIMENT = """
			load: {engine: raw, model: closed, closed.outstanding: 2, warmup: 500ms, duration: 1s}
			experiment:
			  name: profiled
			  control: false
			  profile: true
			  server: {settle: 0s, jvm-options: [-Xmx128m, -XX:TieredStopAtLevel=1]}
			  variants:
			    - name: computes
			      properties: {hello.work.cpu: 500us}
			    - name: allocates
			      properties: {hello.work.allocation: 1000000}
			""";

	@TempDir
	private Path folder;

	@Test
	void whenVariantsAreProfiledThenTheirFlameGraphsShowWhatTheyDoAndRunsDoNotCount(CapturedOutput output)
			throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("profiled.yml"), EXPERIMENT);
		assertThat(
				InThisProcess.run(this.folder, "--experiment=" + experiment, InThisProcess.lightServers(this.folder)))
			.as(output::getErr)
			.isZero();
		assertThat(output.getErr().lines()).contains("profiling computes, allocates")
			.noneMatch((line) -> line.contains("not profiled"));
		Path results = Results.onlyChild(this.folder.resolve("lab-results"));
		assertThat(results.resolve("computes/profile/cpu.html")).content().contains("CPU time of computes");
		assertThat(frames(results.resolve("computes/profile/cpu.html")))
			.anyMatch((frame) -> frame.endsWith("LightService.compute"));
		assertThat(frames(results.resolve("allocates/profile/allocation.html")))
			.anyMatch((frame) -> frame.endsWith("LightService.allocate"));
		assertThat(results.resolve("allocates/profile/allocation-difference.html")).exists();
		assertThat(results.resolve("computes/profile/cpu-difference.html")).doesNotExist();
		assertThat(results.resolve("report.html")).content()
			.contains("href=\"./computes/profile/cpu.html\"", "href=\"./allocates/profile/cpu-difference.html\"");
		assertThat(Results.objects(Results.result(results), "variants"))
			.allSatisfy((variant) -> assertThat(variant.getAsJsonArray("runs").size()).isOne());
		JsonObject methods = Results.objects(Results.result(results), "methods").getFirst();
		assertThat(methods.get("variant").getAsString()).isEqualTo("allocates");
		assertThat(Results.objects(methods, "changed")).anySatisfy((change) -> {
			assertThat(change.get("method").getAsString()).endsWith("LightService.compute");
			assertThat(change.get("high").getAsDouble()).isNegative();
		});
		assertThat(output.getOut()).contains("Methods of allocates that changed", "LightService.compute");
	}

	/**
	 * Each name in a flame graph begins with a character that says how much of the name
	 * before it is repeated.
	 */
	private static List<String> frames(Path flameGraph) throws IOException {
		String html = Files.readString(flameGraph);
		List<String> frames = new ArrayList<>();
		String previous = "";
		for (String packed : html.substring(html.indexOf("const cpool = [")).split("];", 2)[0].lines()
			.skip(1)
			.toList()) {
			String name = packed.substring(packed.indexOf('\'') + 1, packed.lastIndexOf('\''));
			previous = frames.isEmpty() ? name : previous.substring(0, name.charAt(0) - ' ') + name.substring(1);
			frames.add(previous);
		}
		return frames;
	}

}
