package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.compare.experiment.ServerSetup;
import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.ForkedServer;
import dev.grpctuning.load.server.RunServer;

/** A fresh server for each run. */
public record ForkedServers(ServerSetup setup, Duration settle) implements RunServers {

	/** As measured with hello-service on two cores, with its wait for quiet. */
	static final Duration CHANGEOVER = Duration.ofSeconds(9);

	@Override
	public void prepare(List<Variant> variants) {
		// A server that cannot run a variant fails when it is started.
	}

	@Override
	public Duration changeover() {
		return CHANGEOVER;
	}

	@Override
	public boolean kept() {
		return false;
	}

	@Override
	public RunServer start(Variant variant, Path directory) throws IOException {
		return ForkedServer.start(this.setup.spec(variant, directory), null, this.setup.startTimeout());
	}

	@Override
	public void close() {
		// Each server ends with its run.
	}

}
