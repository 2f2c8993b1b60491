package dev.grpctuning.load.config;

import java.util.List;
import java.util.function.Predicate;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.grpctuning.load.failure.UsageException;

/** The properties that the user has set in any way. */
public final class SetProperties {

	private static final List<String> BURSTS = List.of("load.burst.count", "load.burst.size", "load.burst.interval",
			"load.burst.pacing");

	private SetProperties() {
	}

	/**
	 * Refuses properties that a command would otherwise silently ignore.
	 * @param reason why each property cannot be used, and what to do
	 */
	public static void refuse(Environment environment, List<String> names, String reason) {
		names.forEach((name) -> refuse(Binder.get(environment), name, reason));
	}

	/** Refuses properties of bursts that another model would ignore. */
	public static void refuseBursts(ModelKind model, Predicate<String> isSet) {
		if (model != ModelKind.BURST) {
			BURSTS.stream().filter(isSet).findFirst().ifPresent((name) -> {
				throw new UsageException(
						"%s: is part of bursts; set load.model=burst as well, or leave it out.".formatted(name));
			});
		}
	}

	public static boolean isSet(Environment environment, String name) {
		return Binder.get(environment).bind(name, String.class).isBound();
	}

	/** Refuses a property that is set. */
	public static void refuse(Binder binder, String name, String reason) {
		if (binder.bind(name, String.class).isBound()) {
			throw new UsageException("%s: %s".formatted(name, reason));
		}
	}

}
