package dev.grpctuning.load.engine;

import java.util.Map;
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

import dev.grpctuning.testkit.PackageFiles;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which package may depend on which.
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

	@ParameterizedTest
	@CsvSource({ "schedule, ''", "latency, ''", "call.template, ''", "call, call.template",
			"call.target, call call.template", "transport, call", "engine.plan, schedule call",
			"engine.result, engine.plan latency", "engine.channel, engine.result latency",
			"engine.drive, engine.channel engine.plan engine.result schedule",
			"engine, engine.channel engine.drive engine.plan engine.result latency schedule transport",
			"transport.raw, call engine.channel engine.plan engine.result transport",
			"transport.stub, call call.target engine.channel engine.plan transport",
			"api, call call.target engine engine.channel engine.plan engine.result schedule transport transport.raw transport.stub" })
	void whenPackageIsBelowThenItDoesNotDependOnThoseAbove(String name, String allowed) {
		String[] known = Stream.concat(Stream.of(name), Stream.of(allowed.split(" ")))
			.map((packageName) -> ROOT + "." + packageName)
			.toArray(String[]::new);
		assertThat(CLASSES.stream().map(JavaClass::getPackageName)).contains(known[0]);
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name)
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage(ROOT + "..")
				.and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(known))))
			.check(CLASSES);
	}

	@ParameterizedTest
	@ValueSource(strings = { "schedule", "latency" })
	void whenCodeIsPureThenItDependsOnNoFramework(String name) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + "." + name)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(SPRING, GRPC, NETTY, NET_DEVH)
			.check(CLASSES);
	}

	@Test
	void whenLoadIsDrivenThenOnlyTheTransportsKnowHowCallsAreMade() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackages(ROOT + ".transport..")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(SPRING, NET_DEVH, NETTY)
			.check(CLASSES);
	}

	@Test
	void whenCallsAreRawThenTheyUseNoChannelOfGrpcJava() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(ROOT + ".transport.raw")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(SPRING, NET_DEVH, "io.grpc.netty..", "io.grpc.stub..")
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
