package dev.grpctuning.failure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Prints a failed start as one line on stderr. It stands before Boot's own reporter,
 * which logs a banner of many lines and cannot be kept silent when the failure comes
 * before the logging is set up. A failure that no analyzer knows is left to Boot, which
 * logs its stack trace.
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
