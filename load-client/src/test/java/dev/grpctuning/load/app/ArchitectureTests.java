package dev.grpctuning.load.app;

import java.util.Map;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.PackageFiles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which package may depend on which.
 */
class ArchitectureTests {

	private static final String ROOT = "dev.grpctuning.load";

	private static final String SPRING = "org.springframework..";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(ROOT);

	@ParameterizedTest
	@ValueSource(strings = { "stats", "tune.search", "diagnosis" })
	void whenCodeIsPureThenItDependsOnNoFramework(String name) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(SPRING, "io.grpc..", "io.netty..", "net.devh..")
			.check(CLASSES);
	}

	@ParameterizedTest
	@ValueSource(strings = { "server..", "result..", "text", "threshold", "diagnosis", "stats", "tune.result",
			"compare.result", "compare.report", "compare.report" })
	void whenCodeMeasuresOrPrintsThenItDoesNotDependOnSpring(String name) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(SPRING)
			.check(CLASSES);
	}

	/**
	 * app → features → {cli, config, text} → result → {diagnosis, server, stats}; of the
	 * features only compare and search serve others.
	 */
	@ParameterizedTest
	@CsvSource({ "stats, server diagnosis result text threshold cli config FEATURES app",
			"server, diagnosis result text threshold cli config FEATURES app",
			"diagnosis, result text threshold cli config FEATURES app",
			"result, text threshold cli config FEATURES app", "text, cli config FEATURES app",
			"threshold, cli config FEATURES app", "cli, FEATURES app", "config, FEATURES app",
			"compare, run serve search knee tune grid diff merge app",
			"merge, run serve compare search knee tune grid diff app",
			"diff, run serve search knee tune grid merge app", "knee, run serve tune grid diff merge app",
			"search, run serve knee tune grid diff merge app", "tune, run serve knee grid diff merge app" })
	void whenAPackageIsBelowOthersThenItDoesNotDependOnThem(String name, String others) {
		String[] above = Stream
			.of(others.replace("FEATURES", "run serve compare search knee tune grid diff merge").split(" "))
			.map((other) -> ROOT + "." + other + "..")
			.toArray(String[]::new);
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name + "..")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(above)
			.check(CLASSES);
	}

	@Test
	void whenPackagesDependOnEachOtherThenOnlyOneWay() {
		SlicesRuleDefinition.slices().matching("dev.grpctuning.(**)").should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void whenFilesOfAPackageDependOnEachOtherThenNoMoreThanThree() {
		assertThat(PackageFiles.cyclesOfMoreThan(3, CLASSES)).isEmpty();
	}

	@Test
	void whenAPackageIsNoProtocolThenItHasAtMostFifteenFiles() {
		Map<String, Long> files = PackageFiles.counts(CLASSES);
		files.remove(ROOT + ".transport.raw");
		assertThat(files).isNotEmpty().allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(15));
	}

}
