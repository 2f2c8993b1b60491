package dev.grpctuning;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * Which package may know what.
 */
class ArchitectureTests {

	private final JavaClasses starter = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("dev.grpctuning");

	@Test
	void onlyAutoconfigureNamesBootOrNetDevh() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackages("dev.grpctuning.autoconfigure", "dev.grpctuning.actuate")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot..", "net.devh..", "org.springframework.grpc..")
			.check(this.starter);
	}

	@Test
	void nothingDependsOnAutoconfigure() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage("dev.grpctuning.autoconfigure")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("dev.grpctuning.autoconfigure")
			.check(this.starter);
	}

	@Test
	void transportAndExecutorDependOnNoOtherPackageOfTheStarter() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage("dev.grpctuning.transport")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.transport", "java..", "io.grpc..", "io.netty..", "org.jspecify..")
			.check(this.starter);
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage("dev.grpctuning.executor")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.executor", "java..", "com.google.common.util.concurrent..",
					"io.netty.util..", "org.springframework.core..", "org.jspecify..")
			.check(this.starter);
	}

	@Test
	void packagesHaveNoCycles() {
		SlicesRuleDefinition.slices().matching("dev.grpctuning.(*)..").should().beFreeOfCycles().check(this.starter);
	}

}
