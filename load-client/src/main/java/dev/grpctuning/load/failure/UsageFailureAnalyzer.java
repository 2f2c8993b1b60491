package dev.grpctuning.load.failure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Returns the message of a {@link UsageException}.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class UsageFailureAnalyzer extends AbstractFailureAnalyzer<UsageException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UsageException cause) {
		return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
	}

}
