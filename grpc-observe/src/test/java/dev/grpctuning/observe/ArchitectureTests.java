package dev.grpctuning.observe;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.PackageRules;

/** The module is for any client and server on Netty. */
class ArchitectureTests implements PackageRules {

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning.observe");

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	/** The starter, the console and the load client use these. */
	@Test
	void whenATypeIsPublicThenAnotherModuleUsesIt() {
		onlyNeededTypesArePublic(Cause.class, CurrentLoop.class, DurationCounts.class, LargeMessages.class,
				LinuxCpu.class, LoopWatch.class, PeerText.class, ThreadsCpu.class);
	}

	@Test
	void whatIsObservedKnowsOnlyNettyAndTheJvm() {
		ArchRuleDefinition.classes()
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.observe", "java..", "com.sun.management..", "io.netty..",
					"org.jspecify..")
			.check(CLASSES);
	}

}
