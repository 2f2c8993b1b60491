package dev.grpctuning.load.search;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import dev.grpctuning.load.compare.RunDriver;
import dev.grpctuning.load.compare.servers.RunServers;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.channel.OpenCall;
import dev.grpctuning.load.live.Live;
import dev.grpctuning.load.server.ObservedServer;
import dev.grpctuning.load.server.ScriptedActuator;
import dev.grpctuning.load.transport.TargetAddress;

/** A server that is kept, whose actuator answers by a script, and calls at once. */
public final class ScriptedServers extends RunServers {

	public ScriptedServers(ScriptedActuator actuator) {
		super(SearchSamples.SETUP, Duration.ZERO, Path.of(""), true, null,
				new ObservedServer(new TargetAddress("127.0.0.1", 1), actuator.base(), null));
	}

	/** A driver of calls without a network. */
	public static RunDriver driver() {
		return new RunDriver((address, plan, timeout) -> new Answers(), Duration.ofSeconds(1), Live.off());
	}

	private static final class Answers implements CallChannels, CallChannels.CallChannel {

		private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

		@Override
		public List<? extends CallChannel> all() {
			return List.of(this);
		}

		@Override
		public void start(OpenCall call) {
			this.thread.execute(call::succeeded);
		}

		@Override
		public ScheduledExecutorService executor() {
			return this.thread;
		}

		@Override
		public void close() {
			this.thread.shutdownNow();
		}

	}

}
