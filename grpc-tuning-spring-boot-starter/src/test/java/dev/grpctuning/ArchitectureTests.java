package dev.grpctuning;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which package may know what.
 */
class ArchitectureTests {

	private final JavaClasses starter = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("dev.grpctuning");

	@Test
	void settingsKnowNeitherNettyNorSpring() {
		ArchRuleDefinition.classes()
			.that()
			.resideInAPackage("dev.grpctuning.settings..")
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("dev.grpctuning.settings..", "java..", "org.jspecify..")
			.check(this.starter);
	}

	@Test
	void transportConnectionAndCallKnowOnlySettings() {
		for (String name : new String[] { "transport", "connection", "call" }) {
			ArchRuleDefinition.noClasses()
				.that()
				.resideInAPackage("dev.grpctuning." + name + "..")
				.should()
				.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("dev.grpctuning..")
					.and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage("dev.grpctuning.settings..",
							"dev.grpctuning." + name + ".."))))
				.orShould()
				.dependOnClassesThat()
				.resideInAnyPackage("org.springframework.boot..", "org.springframework.beans..",
						"org.springframework.context..")
				.check(this.starter);
		}
	}

	@Test
	void eachFrameworkIsKnownByOnePackageOnly() {
		known("net.devh..", "dev.grpctuning.autoconfigure.netdevh");
		known("org.springframework.grpc..", "dev.grpctuning.autoconfigure.boot");
		known("org.springframework.boot.grpc..", "dev.grpctuning.autoconfigure.boot");
	}

	private void known(String framework, String by) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage(by)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(framework)
			.check(this.starter);
	}

	@Test
	void onlyAutoconfigureAndActuateKnowSpringBoot() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackages("dev.grpctuning.autoconfigure..", "dev.grpctuning.actuate")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot..")
			.check(this.starter);
	}

	@Test
	void nothingDependsOnAutoconfigure() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage("dev.grpctuning.autoconfigure..")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("dev.grpctuning.autoconfigure..")
			.check(this.starter);
	}

	@Test
	void packagesHaveNoCycles() {
		SlicesRuleDefinition.slices().matching("dev.grpctuning.(**)").should().beFreeOfCycles().check(this.starter);
	}

	@Test
	void filesOfAPackageFormNoLargeCycle() {
		assertThat(FileCycles.largerThan(3, this.starter)).isEmpty();
	}

	@Test
	void packagesHaveAtMostFifteenFiles() {
		Map<String, Set<String>> files = new TreeMap<>();
		this.starter.forEach((each) -> files.computeIfAbsent(each.getPackageName(), (name) -> new TreeSet<>())
			.add(FileCycles.file(each)));
		assertThat(files).allSatisfy((name, names) -> assertThat(names).as(name).hasSizeLessThanOrEqualTo(15));
	}

}
