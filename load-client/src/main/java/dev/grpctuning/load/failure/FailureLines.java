package dev.grpctuning.failure;

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

/**
 * Says in one line what a failure is about, as all failure analyzers know it: what was
 * given, where it came from, what is allowed.
 */
public final class FailureLines {

	private final List<FailureAnalyzer> analyzers;

	/**
	 * Asks the analyzers that can be made without an application.
	 */
	FailureLines() {
		this.analyzers = load(null);
	}

	/**
	 * Asks all analyzers.
	 * @param beans beans of the application
	 * @param environment in which the properties are looked up that are told of
	 */
	public FailureLines(BeanFactory beans, Environment environment) {
		this.analyzers = load(ArgumentResolver.of(BeanFactory.class, beans).and(Environment.class, environment));
	}

	private static List<FailureAnalyzer> load(@Nullable ArgumentResolver arguments) {
		// Analyzers that need a context cannot be made when the failure came before it.
		FailureHandler skip = (type, name, failure) -> {
		};
		return SpringFactoriesLoader.forDefaultResourceLocation().load(FailureAnalyzer.class, arguments, skip);
	}

	/**
	 * Describes a failure.
	 * @param failure what was thrown
	 * @return one line, or {@code null} if no analyzer knows such a failure
	 */
	public @Nullable String describe(Throwable failure) {
		return this.analyzers.stream()
			.map((analyzer) -> analyze(analyzer, failure))
			.filter(Objects::nonNull)
			.findFirst()
			.map(FailureLine::of)
			.orElse(null);
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
