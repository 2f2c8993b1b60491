package dev.grpctuning.service;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Services that a server has and does not offer.
 *
 * @param names full names of the services
 * @param status what their calls are answered
 */
public record WithdrawnServices(Set<String> names, WithdrawnStatus status) {

	/** Every service is offered. */
	public static final WithdrawnServices NONE = new WithdrawnServices(Set.of(), WithdrawnStatus.UNIMPLEMENTED);

	public WithdrawnServices {
		names = Collections.unmodifiableSet(new LinkedHashSet<>(names));
	}

}
