package dev.grpctuning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;

/**
 * Finds source files of one package that depend on each other in a cycle.
 */
final class FileCycles {

	private FileCycles() {
	}

	/**
	 * Groups of files that all reach each other, by more files than given.
	 */
	static List<Set<String>> largerThan(int files, JavaClasses classes) {
		Map<String, Set<String>> edges = new HashMap<>();
		for (JavaClass from : classes) {
			Set<String> targets = edges.computeIfAbsent(file(from), (name) -> new HashSet<>());
			for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
				JavaClass to = dependency.getTargetClass().getBaseComponentType();
				if (to.getPackageName().equals(from.getPackageName()) && !file(to).equals(file(from))) {
					targets.add(file(to));
				}
			}
		}
		Map<String, Set<String>> reached = new HashMap<>();
		edges.keySet().forEach((file) -> reached.put(file, reach(file, edges)));
		Set<Set<String>> cycles = new HashSet<>();
		reached.forEach((file, others) -> {
			Set<String> cycle = new TreeSet<>(Set.of(file));
			others.stream().filter((other) -> reached.getOrDefault(other, Set.of()).contains(file)).forEach(cycle::add);
			if (cycle.size() > files) {
				cycles.add(cycle);
			}
		});
		return new ArrayList<>(cycles);
	}

	private static Set<String> reach(String start, Map<String, Set<String>> edges) {
		Set<String> reached = new HashSet<>();
		List<String> open = new ArrayList<>(List.of(start));
		while (!open.isEmpty()) {
			for (String next : edges.getOrDefault(open.remove(open.size() - 1), Set.of())) {
				if (reached.add(next)) {
					open.add(next);
				}
			}
		}
		return reached;
	}

	/**
	 * Name of the source file of a class, with its package.
	 */
	static String file(JavaClass type) {
		return type.getName().replaceAll("\\$.*", "");
	}

}
