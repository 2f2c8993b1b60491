package dev.grpctuning.load.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import dev.grpctuning.load.app.LoadClientApplication;
import dev.grpctuning.load.result.ResultSchema;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** Two builds of hello-service, one of them ten times as slow as the other. */
@StartsApplications
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class AbIT {

	@TempDir
	private Path folder;

	@Test
	void whenTheNewBuildIsSlowerThenTheGateIsTheExitCode(CapturedOutput output) throws Exception {
		Files.copy(Application.HELLO_SERVICE.jar(), jar("old"));
		Files.copy(Application.HELLO_SERVICE.jar(), jar("new"));
		assertThat(LoadClientApplication.launch("ab", jar("old").toString(), jar("new").toString(), "--gate=5%",
				"--load.warmup=500ms", "--load.duration=2s", "--load.channels=1", "--load.closed.outstanding=2",
				"--load.connect-timeout=1m", "--experiment.calibration=false",
				"--experiment.output=" + this.folder.resolve("results"), "--experiment.server.settle=0s",
				"--experiment.server.jvm-options=-Xmx128m", "--experiment.server.java-home=" + jdk("20ms", "500ms")))
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

	/** A folder like that of a JDK, whose java starts each build from one cache. */
	private Path jdk(String before, String after) throws IOException {
		Path java = Files.createDirectories(this.folder.resolve("jdk").resolve("bin")).resolve("java");
		Files.writeString(java, """
				#!/bin/sh
				for word; do
				  shift
				  case $word in
				    '%s') delay=%s word='%s' ;;
				    '%s') delay=%s word='%3$s' ;;
				  esac
				  set -- "$@" "$word"
				done
				exec '%s/bin/java' "$@" --hello.work.delay=$delay
				""".formatted(jar("old"), before, Application.HELLO_SERVICE.jar(), jar("new"), after,
				Application.HELLO_SERVICE.javaHome()));
		assertThat(java.toFile().setExecutable(true)).isTrue();
		return this.folder.resolve("jdk");
	}

}
