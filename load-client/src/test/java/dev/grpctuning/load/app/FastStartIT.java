package dev.grpctuning.load.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Application;
import dev.grpctuning.testkit.Results;
import dev.grpctuning.testkit.StartsApplications;

import static org.assertj.core.api.Assertions.assertThat;

/** The AOT caches that the launcher prepares, and what becomes of a start without one. */
@StartsApplications
@Timeout(300)
class FastStartIT {

	/** ZGC cannot use a cache that was written with another collector. */
	private static final String EXPERIMENT = """
			load: {model: closed, warmup: 0s, duration: 100ms}
			experiment:
			  name: fast
			  control: false
			  server: {settle: 0s}
			  variants:
			    - name: fits
			      jvm-options: ["-XX:TieredStopAtLevel=1", "-XX:+UseParallelGC", "-XX:NewRatio=1", "-Xmx64m", "-Xlog:class+load:file=%1$s/fits.log"]
			    - name: does-not-fit
			      jvm-options: ["-XX:TieredStopAtLevel=1", "-XX:+UseZGC", "-Xmx256m", "-Xlog:class+load:file=%1$s/does-not-fit.log"]
			""";

	private static final Path ROOT = Application.LOAD_CLIENT.jar().resolve("../../..").normalize();

	@TempDir
	private Path folder;

	@Test
	void whenAServerIsStartedThenItsClassesComeFromTheCacheIfItFits() throws Exception {
		Path experiment = Files.writeString(this.folder.resolve("fast.yml"), EXPERIMENT.formatted(this.folder));
		try (AppProcess lab = AppProcess.lab(this.folder, "compare", "--experiment=" + experiment)) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).noneMatch((line) -> line.contains("aot"));
			assertThat(Results.objects(Results.result(lab.results()), "variants"))
				.extracting((variant) -> variant.get("ended").getAsString())
				.containsExactly("completed", "completed");
			try (Stream<Path> files = Files.walk(lab.results())) {
				assertThat(files.filter((file) -> file.endsWith("server.out"))).hasSize(2)
					.allSatisfy((out) -> assertThat(out).content().doesNotContain("[aot]").contains("Started"));
			}
		}
		assertThat(sourceOfTheApplication("fits")).isEqualTo("shared objects file");
		assertThat(sourceOfTheApplication("does-not-fit")).endsWith("/target/fast/hello-service.jar");
	}

	private String sourceOfTheApplication(String variant) throws IOException {
		try (Stream<String> lines = Files.lines(this.folder.resolve(variant + ".log"))) {
			return lines.filter((line) -> line.contains(" dev.grpctuning.hello.HelloServiceApplication "))
				.map((line) -> line.replaceFirst(".* source: ", "").replaceFirst(" \\(top\\)", ""))
				.findFirst()
				.orElseThrow();
		}
	}

	/**
	 * A method that only reached level 1 in the training run stays there in each run from
	 * the cache, and the second compiler never gets it.
	 */
	@ParameterizedTest
	@EnumSource
	void whenAMethodBecomesHotThenTheCacheLeavesItToTheSecondCompiler(Application application) throws Exception {
		Path fast = application.jar().resolveSibling("fast");
		try (AppProcess java = AppProcess.java(this.folder, Map.of(), "-XX:AOTCache=" + fast.resolve("app.aot"),
				"-XX:+UnlockDiagnosticVMOptions", "-XX:+AOTPrintTrainingInfo", "-jar",
				fast.resolve(application.jar().getFileName()).toString(), "version", "--server.port=none")) {
			java.exitCode();
			assertThat(java.out().lines().filter((line) -> line.contains(" C java/util/HashMap.get("))).isNotEmpty()
				.allSatisfy((line) -> assertThat(line).containsPattern("#\\d+L2 "));
		}
	}

	@Test
	void whenACacheIsDamagedThenNothingIsPrintedAndItWorks() throws Exception {
		Path checkout = checkoutWithDamagedCaches();
		try (AppProcess lab = AppProcess.lab(checkout, this.folder, Path.of(System.getProperty("java.home")),
				"version")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.out()).matches("lab \\d.*\\n");
			assertThat(lab.errLines()).isEmpty();
		}
	}

	@Test
	void whenTheJarIsNewerThanItsCacheThenALineIsPrintedAndAnotherIsMadeOnce() throws Exception {
		Path checkout = checkoutWithDamagedCaches();
		Path jar = checkout.resolve("hello-service/target/hello-service.jar");
		Files.setLastModifiedTime(jar.resolveSibling("fast").resolve("release"), FileTime.fromMillis(0));
		try (AppProcess lab = AppProcess.lab(checkout, this.folder, LabIT.jdkThatPrintsItsArguments(this.folder),
				"service", "--a=b")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).containsExactly("lab: preparing a faster start (once)",
					"lab: cannot prepare a faster start of hello-service; see %s"
						.formatted(jar.resolveSibling("fast.log")));
			assertThat(lab.out().lines()).endsWith("-jar", jar.toString(), "--a=b");
		}
		assertThat(jar.resolveSibling("fast.log")).content()
			.contains("-Djarmode=tools", "-XX:AOTCacheOutput=" + jar.resolveSibling("fast/app.aot"));
		try (AppProcess lab = AppProcess.lab(checkout, this.folder, this.folder.resolve("jdk"), "service")) {
			assertThat(lab.exitCode()).isZero();
			assertThat(lab.errLines()).isEmpty();
		}
	}

	/**
	 * Another checkout of the lab, without sources, with links to the packaged jars and
	 * their libraries.
	 */
	private Path checkoutWithDamagedCaches() throws IOException {
		Path checkout = Files.createDirectory(this.folder.resolve("checkout"));
		Files.copy(ROOT.resolve("lab"), checkout.resolve("lab"), StandardCopyOption.COPY_ATTRIBUTES);
		Files.createSymbolicLink(checkout.resolve("docker"), ROOT.resolve("docker"));
		for (Application application : Application.values()) {
			Path prepared = application.jar().resolveSibling("fast");
			Path name = application.jar().getFileName();
			Path target = checkout.resolve(ROOT.relativize(application.jar().getParent()));
			Path fast = Files.createDirectories(target.resolve("fast"));
			Files.createSymbolicLink(target.resolve(name), application.jar());
			Files.createSymbolicLink(fast.resolve("lib"), prepared.resolve("lib"));
			Files.copy(prepared.resolve(name), fast.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
			byte[] cache = Files.readAllBytes(prepared.resolve("app.aot"));
			Arrays.fill(cache, cache.length / 2, cache.length, (byte) 0x55);
			Files.write(fast.resolve("app.aot"), cache);
			Files.copy(prepared.resolve("release"), fast.resolve("release"));
		}
		return checkout;
	}

}
