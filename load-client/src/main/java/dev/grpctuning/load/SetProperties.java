package dev.grpctuning.load;

import java.util.List;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.grpctuning.failure.UsageException;

/**
 * What the user has set, in whichever way.
 */
final class SetProperties {

	private SetProperties() {
	}

	/**
	 * Refuses what a command would otherwise silently leave unused.
	 * @param names names of the properties
	 * @param reason why each of them cannot be used, and what to do
	 */
	static void refuse(Environment environment, List<String> names, String reason) {
		Binder binder = Binder.get(environment);
		for (String name : names) {
			if (binder.bind(name, String.class).isBound()) {
				throw new UsageException("%s: %s".formatted(name, reason));
			}
		}
	}

}
