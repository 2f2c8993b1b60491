package dev.grpctuning.autoconfigure;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

import dev.grpctuning.advice.Advice;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.lifecycle.Generation;
import dev.grpctuning.lifecycle.Generations;

/**
 * Logs once, when the server has started, which settings do nothing or do harm.
 */
class AdviceLogger implements ApplicationListener<ContextRefreshedEvent> {

	private static final Log logger = LogFactory.getLog(Adviser.class);

	private final Adviser adviser;

	private final Generations generations;

	private final AtomicBoolean logged = new AtomicBoolean();

	AdviceLogger(Adviser adviser, Generations generations) {
		this.adviser = adviser;
		this.generations = generations;
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		for (Generation generation : this.generations.living()) {
			if (this.logged.compareAndSet(false, true)) {
				this.adviser.advise(generation).forEach(AdviceLogger::log);
			}
		}
	}

	private static void log(Advice advice) {
		logger.info("%s: found %s; %s; set %s".formatted(advice.knob(), advice.found(), advice.why(), advice.set()));
	}

}
