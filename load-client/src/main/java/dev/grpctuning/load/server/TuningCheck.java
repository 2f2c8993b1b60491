package dev.grpctuning.load.server;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.server.tuning.ExpectedTuning;
import dev.grpctuning.load.server.tuning.ServerTuning;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** Compares the tuning before and after a run with its variant, if it is reported. */
public record TuningCheck(@Nullable ServerTuning tuning) {

	public static TuningCheck before(ServerSpec spec, ObservedServer server)
			throws TuningRefusedException, InterruptedException {
		Optional<ServerTuning> tuning = server.tuning();
		refuse(tuning.flatMap(ExpectedTuning.of(spec.properties())::deviation));
		return new TuningCheck(tuning.orElse(null));
	}

	/** Rereads the tuning; returns whether the server has ended instead. */
	public boolean after(RunServer server) throws TuningRefusedException, InterruptedException {
		if (this.tuning == null) {
			return false;
		}
		ServerTuning now;
		try {
			now = reread(server.observed());
		}
		catch (TuningRefusedException ex) {
			if (server.hasEnded()) {
				return true;
			}
			throw new TuningRefusedException("could not be read again after the run: " + ex.getMessage());
		}
		refuse(ExpectedTuning.change(this.tuning, now));
		return false;
	}

	private static ServerTuning reread(ObservedServer server) throws TuningRefusedException, InterruptedException {
		return server.tuning()
			.orElseThrow(() -> new TuningRefusedException(
					server.actuator() + "/grpctuning no longer reports the settings in force"));
	}

	private static void refuse(Optional<String> deviation) throws TuningRefusedException {
		if (deviation.isPresent()) {
			throw new TuningRefusedException(deviation.get());
		}
	}

}
