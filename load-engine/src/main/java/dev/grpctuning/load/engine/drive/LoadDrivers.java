package dev.grpctuning.load.engine.drive;

import dev.grpctuning.load.engine.plan.LoadModel;

/**
 * Creates the drivers of models.
 */
public final class LoadDrivers {

	private LoadDrivers() {
	}

	public static LoadDriver of(LoadModel model, int maxOpenCalls) {
		return switch (model) {
			case LoadModel.Burst bursts -> new BurstDriver(bursts, maxOpenCalls);
			case LoadModel.Closed closed -> new ClosedDriver(closed, maxOpenCalls);
			case LoadModel.Blocking blocking -> new BlockingDriver(blocking, maxOpenCalls);
			case LoadModel.Open open -> new OpenDriver(open, maxOpenCalls);
		};
	}

}
