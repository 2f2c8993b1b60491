package dev.grpctuning.failure;

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
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/**
 * Asks all failure analyzers for their verdict and prints it as one line on stderr. It
 * stands before Boot's own reporter, which logs a banner of many lines and cannot be kept
 * silent when the failure comes before the logging is set up. A failure that no analyzer
 * knows is left to Boot, which logs its stack trace.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class FailureLineReporter implements SpringBootExceptionReporter {

	private final List<FailureAnalyzer> analyzers;

	FailureLineReporter(@Nullable ConfigurableApplicationContext context) {
		this.analyzers = loadAnalyzers(context);
	}

	private static List<FailureAnalyzer> loadAnalyzers(@Nullable ConfigurableApplicationContext context) {
		ClassLoader classLoader = (context != null) ? context.getClassLoader() : null;
		ArgumentResolver arguments = (context != null)
				? ArgumentResolver.of(BeanFactory.class, context.getBeanFactory())
					.and(Environment.class, context.getEnvironment())
				: null;
		// Analyzers that need a context cannot be made when the failure came before it.
		FailureHandler skip = (type, name, failure) -> {
		};
		return SpringFactoriesLoader.forDefaultResourceLocation(classLoader)
			.load(FailureAnalyzer.class, arguments, skip);
	}

	@Override
	public boolean reportException(Throwable failure) {
		FailureAnalysis analysis = this.analyzers.stream()
			.map((analyzer) -> analyze(analyzer, failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
		if (analysis == null) {
			return false;
		}
		System.err.println(FailureLine.of(analysis));
		return true;
	}

	private static @Nullable FailureAnalysis analyze(FailureAnalyzer analyzer, Throwable failure) {
		try {
			return analyzer.analyze(failure);
		}
		catch (RuntimeException | LinkageError ex) {
			// An analyzer may name classes that are not there; the others still can tell.
			return null;
		}
	}

}
