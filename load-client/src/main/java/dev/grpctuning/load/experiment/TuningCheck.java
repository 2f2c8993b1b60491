package dev.grpctuning.load.experiment;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.ExpectedTuning;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.ServerTuning;
import dev.grpctuning.load.server.TuningRefusedException;

/**
 * Holds what a server says of its tuning, before and after a run, against what its
 * variant says. A server without the endpoint is taken at its word.
 *
 * @param tuning what it said before the run, or {@code null} if it says nothing
 */
record TuningCheck(@Nullable ServerTuning tuning) {

	/**
	 * Asks the server before a run.
	 * @throws TuningRefusedException if it is something else than it is to be, or cannot
	 * say what it is
	 */
	static TuningCheck before(ServerSpec spec, ObservedServer server)
			throws TuningRefusedException, InterruptedException {
		Optional<ServerTuning> tuning = server.tuning();
		refuse(tuning.flatMap(ExpectedTuning.of(spec.properties())::deviation));
		return new TuningCheck(tuning.orElse(null));
	}

	/**
	 * Asks the server after the run. A server that has died does not answer, and one that
	 * is out of breath may not.
	 * @throws TuningRefusedException if it has become something else
	 */
	void after(ObservedServer server) throws TuningRefusedException, InterruptedException {
		if (this.tuning != null) {
			refuse(reread(server).flatMap((now) -> ExpectedTuning.change(this.tuning, now)));
		}
	}

	private static Optional<ServerTuning> reread(ObservedServer server) throws InterruptedException {
		try {
			return server.tuning();
		}
		catch (TuningRefusedException ex) {
			return Optional.empty();
		}
	}

	private static void refuse(Optional<String> deviation) throws TuningRefusedException {
		if (deviation.isPresent()) {
			throw new TuningRefusedException(deviation.get());
		}
	}

}
