package dev.grpctuning.settings.value;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Services that a server does not offer.
 */
public record WithdrawnServices(Set<String> names, WithdrawnStatus status) {

	/** Every service is offered. */
	public static final WithdrawnServices NONE = new WithdrawnServices(Set.of(), WithdrawnStatus.UNIMPLEMENTED);

	public WithdrawnServices {
		names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
	}

}
