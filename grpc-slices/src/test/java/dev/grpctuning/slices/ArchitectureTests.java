package dev.grpctuning.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.PackageRules;

/** The module is for clients and servers. */
class ArchitectureTests implements PackageRules {

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning.slices");

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@Test
	void slicesKnowNeitherSpringNorGrpc() {
		ArchRuleDefinition.classes()
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.slices", "java..", "org.apache.commons.statistics..",
					"org.apache.commons.numbers..", "org.jspecify..")
			.check(CLASSES);
	}

}
