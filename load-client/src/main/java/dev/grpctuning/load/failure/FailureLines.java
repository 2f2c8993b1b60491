package dev.grpctuning.load.failure;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** Describes failures in one line each, with Spring Boot's failure analyzers. */
public final class FailureLines {

	private final List<FailureAnalyzer> analyzers;

	FailureLines() {
		this.analyzers = load(null);
	}

	public FailureLines(BeanFactory beans, Environment environment) {
		this.analyzers = load(ArgumentResolver.of(BeanFactory.class, beans).and(Environment.class, environment));
	}

	private static List<FailureAnalyzer> load(@Nullable ArgumentResolver arguments) {
		// Analyzers that need a context cannot be created if the failure came earlier.
		FailureHandler skip = (type, name, failure) -> {
		};
		return SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, arguments, skip);
	}

	/**
	 * Whether a failure is one that the user can correct, rather than a bug. Those of the
	 * application's own beans are not.
	 */
	public static boolean isBadInput(Throwable failure) {
		return new FailureLines().describe(failure) != null;
	}

	/** Describes a failure in one line, {@code null} if no analyzer knows it. */
	public @Nullable String describe(Throwable failure) {
		return this.analyzers.stream()
			.map((analyzer) -> analyze(analyzer, failure))
			.filter(Objects::nonNull)
			.findFirst()
			.map(FailureLines::fold)
			.orElse(null);
	}

	private static @Nullable FailureAnalysis analyze(FailureAnalyzer analyzer, Throwable failure) {
		try {
			return analyzer.analyze(failure);
		}
		catch (RuntimeException | LinkageError ex) {
			// An analyzer may refer to classes that are missing; the next one is tried.
			return null;
		}
	}

	/** Folds an analysis, which may have many lines, into one. */
	static String fold(FailureAnalysis analysis) {
		String description = fold(analysis.getDescription());
		String action = fold((analysis.getAction() != null) ? analysis.getAction() : "");
		if (action.isEmpty()) {
			return description;
		}
		String separator = Character.isUpperCase(action.charAt(0)) ? ". " : "; ";
		return description + (description.endsWith(".") ? " " : separator) + action;
	}

	private static String fold(String text) {
		return text.strip().replaceAll("\\s+", " ");
	}

}
