package dev.grpctuning.hello;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * The service is any Spring Boot application.
 */
class ArchitectureTests {

	@Test
	void serviceDoesNotKnowThatItIsTuned() {
		ArchRuleDefinition.noClasses()
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning", "dev.grpctuning.transport..", "dev.grpctuning.executor..",
					"dev.grpctuning.lifecycle..", "dev.grpctuning.autoconfigure..")
			.check(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
				.importPackages("dev.grpctuning.hello"));
	}

}
