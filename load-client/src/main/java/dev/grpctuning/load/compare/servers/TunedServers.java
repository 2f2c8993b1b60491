package dev.grpctuning.load.compare.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.grpctuning.load.compare.experiment.Variant;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.tuning.TuningRefusedException;

/** Retunes one server if the service allows it, and otherwise starts one for each run. */
final class TunedServers implements RunServers {

	private final RunServers forked;

	private RunServers servers;

	TunedServers(RetunedServers retuned, ForkedServers forked) {
		this.servers = retuned;
		this.forked = forked;
	}

	@Override
	public void prepare(List<Variant> variants) throws TuningRefusedException, IOException, InterruptedException {
		try {
			this.servers.prepare(variants);
		}
		catch (NotTunableException ex) {
			this.servers.close();
			this.servers = this.forked;
			this.servers.prepare(variants);
		}
	}

	@Override
	public Duration settle() {
		return this.servers.settle();
	}

	@Override
	public Duration changeover() {
		return this.servers.changeover();
	}

	@Override
	public boolean kept() {
		return this.servers.kept();
	}

	@Override
	public RunServer start(Variant variant, Path directory) throws IOException {
		return this.servers.start(variant, directory);
	}

	@Override
	public void close() throws IOException {
		this.servers.close();
	}

}
