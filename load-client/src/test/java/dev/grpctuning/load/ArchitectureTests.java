package dev.grpctuning.load;

import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.stereotype.Component;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which package may know which.
 */
class ArchitectureTests {

	private static final String ROOT = "dev.grpctuning.load";

	private static final String SPRING = "org.springframework..";

	private static final String GRPC = "io.grpc..";

	private static final String NETTY = "io.netty..";

	private static final String NET_DEVH = "net.devh..";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(ROOT);

	@Test
	void whenClassesAreReadThenEveryPackageIsThere() {
		assertThat(CLASSES.stream().map(JavaClass::getPackageName).distinct()).containsExactlyInAnyOrder(ROOT,
				ROOT + ".engine", ROOT + ".engine.raw", ROOT + ".engine.stub", ROOT + ".engine.transport",
				ROOT + ".experiment", ROOT + ".gate", ROOT + ".latency", ROOT + ".metrics", ROOT + ".report",
				ROOT + ".report.diff", ROOT + ".report.html", ROOT + ".schedule", ROOT + ".search", ROOT + ".server",
				ROOT + ".statistics", ROOT + ".target", ROOT + ".why");
	}

	@ParameterizedTest
	@ValueSource(strings = { ".schedule", ".latency", ".search", ".statistics", ".why" })
	void whenCodeIsPureThenItKnowsNoFramework(String name) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + name)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(SPRING, GRPC, NETTY, NET_DEVH)
			.check(CLASSES);
	}

	@ParameterizedTest
	@CsvSource({ "schedule, ''", "latency, ''", "target, ''", "statistics, ''", "search, statistics", "why, ''",
			"server, target", "engine, latency schedule target", "engine.transport, target",
			"engine.stub, engine engine.transport target", "engine.raw, engine engine.transport target",
			"metrics, engine", "experiment, engine latency schedule search server target",
			"report, engine experiment latency schedule search server statistics target why",
			"report.diff, engine experiment report statistics",
			"report.html, engine experiment latency report server statistics why",
			"gate, engine experiment latency report search server statistics target why" })
	void whenPackageIsBelowThenItDoesNotKnowThoseAbove(String name, String mayKnow) {
		String[] known = Stream.concat(Stream.of(name), Stream.of(mayKnow.split(" ")))
			.map((packageName) -> ROOT + "." + packageName)
			.toArray(String[]::new);
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(ROOT + "..")
				.and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(known))))
			.check(CLASSES);
	}

	@ParameterizedTest
	@ValueSource(strings = { ".engine", ".engine.raw", ".engine.stub", ".engine.transport", ".experiment", ".gate",
			".metrics", ".search", ".server", ".statistics", ".target", ".why", ".report", ".report.diff",
			".report.html" })
	void whenClassIsInAFeatureThenItDoesNotKnowSpring(String name) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + name)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(SPRING)
			.check(CLASSES);
	}

	@Test
	void whenCallsAreRawThenTheyAreMadeWithoutTheChannelsOfGrpcJava() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + ".engine.raw")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(NET_DEVH, "io.grpc.netty..", "io.grpc.stub..")
			.check(CLASSES);
	}

	@Test
	void whenLoadIsDrivenThenOnlyTheEnginesKnowHowCallsAreMade() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + ".engine")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(NET_DEVH, NETTY)
			.check(CLASSES);
	}

	@Test
	void whenClassIsInAFeatureThenItDoesNotKnowTheCommands() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage(ROOT)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(ROOT)
			.check(CLASSES);
	}

	@Test
	void whenClassIsInAFeatureThenItIsNoBeanByItself() {
		DescribedPredicate<JavaClass> features = JavaClass.Predicates.resideOutsideOfPackage(ROOT);
		assertThat(CLASSES.that(features)).isNotEmpty();
		ArchRuleDefinition.noClasses()
			.that(features)
			.should()
			.beAnnotatedWith(Component.class)
			.orShould()
			.beMetaAnnotatedWith(Component.class)
			.check(CLASSES);
	}

	@Test
	void whenPackagesKnowEachOtherThenOnlyOneWay() {
		SlicesRuleDefinition.slices().matching("dev.grpctuning.(**)").should().beFreeOfCycles().check(CLASSES);
	}

}
