package dev.grpctuning.load.app;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.testkit.PackageRules;

/** Which package may depend on which. */
class ArchitectureTests implements PackageRules {

	private static final String ROOT = "dev.grpctuning.load";

	private static final String SPRING = "org.springframework..";

	private static final JavaClasses CLASSES = PackageRules.classesOf(ROOT);

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@ParameterizedTest
	@ValueSource(strings = { "stats", "tune.search", "diagnosis", "pressure" })
	void whenCodeIsPureThenItDependsOnNoFramework(String name) {
		mayNotDependOn(ROOT + "." + name, SPRING, "io.grpc..", "io.netty..", "net.devh..");
	}

	@ParameterizedTest
	@ValueSource(strings = { "server", "server.metrics", "server.process", "result..", "template", "text", "threshold",
			"diagnosis", "stats", "compare.result", "compare.report" })
	void whenCodeMeasuresOrPrintsThenItDoesNotDependOnSpring(String name) {
		mayNotDependOn(ROOT + "." + name, SPRING);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Document", "Report", "Charts" })
	void whenAClassHoldsOrPrintsResultsThenItDoesNotDependOnSpring(String suffix) {
		ArchRuleDefinition.noClasses()
			.that()
			.haveSimpleNameEndingWith(suffix)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(SPRING)
			.check(CLASSES);
	}

	/**
	 * app → features → {cli, command, config, text} → result → {diagnosis, server} →
	 * template → stats; of the features only compare and search serve others.
	 */
	@ParameterizedTest
	@CsvSource({ "stats, template server diagnosis result text threshold cli config FEATURES app",
			"pressure, template server diagnosis result text threshold cli config FEATURES app",
			"template, server diagnosis result text threshold cli config FEATURES app",
			"server, diagnosis result text threshold cli config FEATURES app",
			"service, template server diagnosis result text threshold cli config FEATURES app",
			"diagnosis, result text threshold cli config FEATURES app",
			"result, text threshold cli config FEATURES app", "text, cli config FEATURES app",
			"threshold, cli config FEATURES app", "command, cli config FEATURES app",
			"metadata, command cli config FEATURES app", "cli, FEATURES app", "config, FEATURES app",
			"live, run serve compare search knee tune grid diff merge app",
			"compare, run serve search knee tune grid diff merge app",
			"merge, run serve compare search knee tune grid diff app",
			"diff, run serve search knee tune grid merge app", "knee, run serve tune grid diff merge app",
			"search, run serve knee tune grid diff merge app", "tune, run serve knee grid diff merge app",
			"grid, run serve search knee tune diff merge app", "run, serve search knee tune grid diff merge app",
			"serve, run search knee tune grid diff merge app",
			"failure, stats template server diagnosis result text threshold cli config FEATURES app" })
	void whenAPackageIsBelowOthersThenItDoesNotDependOnThem(String name, String others) {
		String[] above = Stream
			.of(others.replace("FEATURES", "live run serve compare search knee tune grid diff merge").split(" "))
			.map((other) -> ROOT + "." + other + "..")
			.toArray(String[]::new);
		mayNotDependOn(ROOT + "." + name + "..", above);
	}

}
