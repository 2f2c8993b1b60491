package dev.grpctuning.testkit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules for the packages of every module, and checks for the dependencies of one. */
public interface PackageRules {

	/** HTTP/2 of the raw engine, with as many files as the protocol needs. */
	String PROTOCOL = "dev.grpctuning.load.transport.raw";

	/** Classes that the rules check. */
	JavaClasses classes();

	/** The classes of a package and those below, without tests. */
	static JavaClasses classesOf(String root) {
		return new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
			.withImportOption((location) -> !location.contains("/dev/grpctuning/testkit/"))
			.importPackages(root);
	}

	default void mayNotDependOn(String name, String... others) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(name)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(others)
			.check(classes());
	}

	default void onlyMayDependOn(List<String> names, String... others) {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackages(names.toArray(String[]::new))
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(others)
			.check(classes());
	}

	/**
	 * Types must be public only if another package of the module needs them, or these.
	 */
	default void onlyNeededTypesArePublic(Class<?>... alsoPublic) {
		assertThat(classes().stream()
			.filter((type) -> type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC))
			.filter((type) -> type.getDirectDependenciesToSelf()
				.stream()
				.allMatch((use) -> use.getOriginClass().getPackageName().equals(type.getPackageName())))
			.map(JavaClass::getName))
			.containsExactlyInAnyOrderElementsOf(Arrays.stream(alsoPublic).map(Class::getName).toList());
	}

	@Test
	default void whenPackagesDependOnEachOtherThenOnlyOneWay() {
		SlicesRuleDefinition.slices().matching("dev.grpctuning.(**)").should().beFreeOfCycles().check(classes());
	}

	@Test
	default void whenFilesOfAPackageDependOnEachOtherThenNoMoreThanThree() {
		assertThat(cycles()).allSatisfy((cycle) -> assertThat(cycle).hasSizeLessThanOrEqualTo(3));
	}

	@Test
	default void whenAPackageIsNoProtocolThenItHasAtMostFifteenFiles() {
		Map<String, Long> files = classes().stream()
			.filter(JavaClass::isTopLevelClass)
			.collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
		files.remove(PROTOCOL);
		assertThat(files).isNotEmpty().allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(15));
	}

	/** Groups of files that all reach each other within their package. */
	private Set<Set<String>> cycles() {
		Map<JavaClass, Set<JavaClass>> targets = classes().stream()
			.collect(Collectors.groupingBy(PackageRules::file,
					Collectors.flatMapping((part) -> targets(part).stream(), Collectors.toSet())));
		Map<JavaClass, Set<JavaClass>> reached = targets.keySet()
			.stream()
			.collect(Collectors.toMap((file) -> file, (file) -> reachable(file, targets)));
		return reached.keySet()
			.stream()
			.map((file) -> reached.get(file)
				.stream()
				.filter((other) -> reached.getOrDefault(other, Set.of()).contains(file))
				.map(JavaClass::getName)
				.collect(Collectors.toSet()))
			.collect(Collectors.toSet());
	}

	private static Set<JavaClass> targets(JavaClass part) {
		return part.getDirectDependenciesFromSelf()
			.stream()
			.map((dependency) -> file(dependency.getTargetClass().getBaseComponentType()))
			.filter((target) -> !target.equals(file(part)) && target.getPackageName().equals(part.getPackageName()))
			.collect(Collectors.toSet());
	}

	private static Set<JavaClass> reachable(JavaClass file, Map<JavaClass, Set<JavaClass>> targets) {
		Set<JavaClass> reached = new HashSet<>();
		Deque<JavaClass> left = new ArrayDeque<>(List.of(file));
		while (!left.isEmpty()) {
			targets.getOrDefault(left.remove(), Set.of()).stream().filter(reached::add).forEach(left::add);
		}
		return reached;
	}

	private static JavaClass file(JavaClass part) {
		return part.getEnclosingClass().map(PackageRules::file).orElse(part);
	}

}
