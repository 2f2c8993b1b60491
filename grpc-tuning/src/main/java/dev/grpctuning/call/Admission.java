package dev.grpctuning.call;

import org.jspecify.annotations.Nullable;

/** Decision about a call. */
sealed interface Admission {

	/** A place for the call, to be given back. */
	record Admitted(CallLimit limit, @Nullable CallLimit ofMethod,
			ClientShares.@Nullable Client client) implements Admission {

	}

	/** No place. */
	record Refused(Refusal reason) implements Admission {

	}

}
