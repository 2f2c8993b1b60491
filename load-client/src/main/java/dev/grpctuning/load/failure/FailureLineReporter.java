package dev.grpctuning.load.failure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Prints a failed start as one line on standard error, before Spring Boot's reporter
 * would log a banner. Spring Boot logs the stack trace of a failure that no analyzer
 * knows.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class FailureLineReporter implements SpringBootExceptionReporter {

	private final FailureLines lines;

	FailureLineReporter(@Nullable ConfigurableApplicationContext context) {
		this.lines = (context != null) ? new FailureLines(context.getBeanFactory(), context.getEnvironment())
				: new FailureLines();
	}

	@Override
	public boolean reportException(Throwable failure) {
		String line = this.lines.describe(failure);
		if (line == null) {
			return false;
		}
		System.err.println(line);
		return true;
	}

}
