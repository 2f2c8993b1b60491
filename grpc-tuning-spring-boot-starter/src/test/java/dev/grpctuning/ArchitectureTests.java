package dev.grpctuning;

import java.util.List;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

import dev.grpctuning.testkit.PackageRules;

/** Which package may know what. */
class ArchitectureTests implements PackageRules {

	private static final JavaClasses CLASSES = PackageRules.classesOf("dev.grpctuning");

	@Override
	public JavaClasses classes() {
		return CLASSES;
	}

	@Test
	void settingsKnowNeitherNettyNorSpring() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage("dev.grpctuning.settings..")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.settings..", "java..", "org.jspecify..")
			.check(CLASSES);
	}

	@Test
	void transportConnectionCallAndStagesKnowOnlySettingsAndWhatIsObserved() {
		for (String name : new String[] { "transport", "connection", "call", "stages" }) {
			ArchRuleDefinition.noClasses()
				.that()
				.resideInAPackage("dev.grpctuning." + name + "..")
				.should()
				.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("dev.grpctuning..")
					.and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage("dev.grpctuning.settings..",
							"dev.grpctuning.observe..", "dev.grpctuning." + name + ".."))))
				.orShould()
				.dependOnClassesThat()
				.resideInAnyPackage("org.springframework.boot..", "org.springframework.beans..",
						"org.springframework.context..")
				.check(CLASSES);
		}
	}

	@Test
	void eachFrameworkIsKnownByOnePackageOnly() {
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure.netdevh"), "net.devh..");
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure.boot"), "org.springframework.grpc..",
				"org.springframework.boot.grpc..");
	}

	@Test
	void onlyAutoconfigureAndActuateKnowSpringBoot() {
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure..", "dev.grpctuning.actuate"),
				"org.springframework.boot..");
	}

	@Test
	void nothingDependsOnAutoconfigure() {
		onlyMayDependOn(List.of("dev.grpctuning.autoconfigure.."), "dev.grpctuning.autoconfigure..");
	}

}
