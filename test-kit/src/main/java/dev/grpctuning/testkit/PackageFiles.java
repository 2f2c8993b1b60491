package dev.grpctuning.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;

/**
 * The source files of packages, and how those of one package depend on each other.
 */
public final class PackageFiles {

	private PackageFiles() {
	}

	/** Number of source files of each package. */
	public static Map<String, Long> counts(JavaClasses classes) {
		return classes.stream()
			.filter(JavaClass::isTopLevelClass)
			.collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
	}

	/** Groups of more files than given that all reach each other within their package. */
	public static Set<Set<String>> cyclesOfMoreThan(int files, JavaClasses classes) {
		Map<JavaClass, Set<JavaClass>> targets = classes.stream()
			.collect(
					Collectors
						.groupingBy(PackageFiles::file,
								Collectors.flatMapping(
										(part) -> part.getDirectDependenciesFromSelf()
											.stream()
											.map((dependency) -> file(
													dependency.getTargetClass().getBaseComponentType()))
											.filter((target) -> !target.equals(file(part))
													&& target.getPackageName().equals(part.getPackageName())),
										Collectors.toSet())));
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
			.filter((cycle) -> cycle.size() > files)
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
		return part.getEnclosingClass().map(PackageFiles::file).orElse(part);
	}

}
