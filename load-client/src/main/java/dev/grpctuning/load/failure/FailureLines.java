package dev.grpctuning.load.failure;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

/**
 * Describes failures in one line each, with Spring Boot's failure analyzers, and prints
 * that of a failed start on standard error, before Spring Boot's reporter would log a
 * banner. Spring Boot logs the stack trace of a failure that no analyzer knows.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class FailureLines implements SpringBootExceptionReporter {

	private final List<FailureAnalyzer> analyzers;

	/** Creates the reporter. If the failure came early, there is no context. */
	public FailureLines(@Nullable ConfigurableApplicationContext context) {
		this((context != null) ? arguments(context.getBeanFactory(), context.getEnvironment()) : null);
	}

	private FailureLines(@Nullable ArgumentResolver arguments) {
		// Analyzers that need a context cannot be created without one.
		this.analyzers = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, arguments, (type, name, failure) -> {
			});
	}

	public static FailureLines of(BeanFactory beans, Environment environment) {
		return new FailureLines(arguments(beans, environment));
	}

	private static ArgumentResolver arguments(BeanFactory beans, Environment environment) {
		return ArgumentResolver.of(BeanFactory.class, beans).and(Environment.class, environment);
	}

	/**
	 * Whether a failure is one that the user can correct, rather than a bug. Those of the
	 * application's own beans are not.
	 */
	public static boolean isBadInput(Throwable failure) {
		return new FailureLines((ArgumentResolver) null).describe(failure) != null;
	}

	@Override
	public boolean reportException(Throwable failure) {
		String line = describe(failure);
		if (line != null) {
			System.err.println(line);
		}
		return line != null;
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
		String action = Objects.requireNonNullElse(analysis.getAction(), "").strip();
		String separator = " ";
		if (!action.isEmpty() && !analysis.getDescription().endsWith(".")) {
			separator = Character.isUpperCase(action.charAt(0)) ? ". " : "; ";
		}
		return (analysis.getDescription() + separator + action).strip().replaceAll("\\s+", " ");
	}

}
