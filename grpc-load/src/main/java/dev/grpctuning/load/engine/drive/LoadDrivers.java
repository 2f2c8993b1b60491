package dev.grpctuning.load.engine.drive;

import dev.grpctuning.load.engine.channel.RunStats;
import dev.grpctuning.load.engine.plan.LoadModel;

/** Creates the drivers of models. */
public final class LoadDrivers {

	private LoadDrivers() {
	}

	public static LoadDriver of(LoadModel model, int maxOpenCalls, RunStats stats, RunControl control) {
		return switch (model) {
			case LoadModel.Burst bursts ->
				new BurstDriver(bursts, stats, control, new Sender(stats, control, maxOpenCalls));
			case LoadModel.Closed closed -> new ClosedDriver(closed, maxOpenCalls, stats, control);
			case LoadModel.Blocking blocking -> new BlockingDriver(blocking, maxOpenCalls, stats, control);
			case LoadModel.Open open -> new OpenDriver(open, control, new Sender(stats, control, maxOpenCalls));
		};
	}

}
