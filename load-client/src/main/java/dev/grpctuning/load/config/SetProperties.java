package dev.grpctuning.load.config;

import java.util.List;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.grpctuning.load.failure.UsageException;

/** What the user has set, in whichever way. */
public final class SetProperties {

	private SetProperties() {
	}

	/**
	 * Refuses what a command would otherwise silently leave unused.
	 * @param reason why each property cannot be used, and what to do
	 */
	public static void refuse(Environment environment, List<String> names, String reason) {
		names.forEach((name) -> refuse(Binder.get(environment), name, reason));
	}

	/** Refuses a property that is set. */
	public static void refuse(Binder binder, String name, String reason) {
		if (binder.bind(name, String.class).isBound()) {
			throw new UsageException("%s: %s".formatted(name, reason));
		}
	}

}
