package dev.grpctuning.load.experiment;

import java.time.Duration;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Opens the channels of a run.
 */
@FunctionalInterface
public interface ChannelsFactory {

	/**
	 * Opens and connects channels.
	 * @param address where to
	 * @param plan how many, and for what calls
	 * @param connectTimeout the longest wait for each connection
	 * @return the channels, to be closed by the caller
	 * @throws TargetUnreachableException if nothing there speaks gRPC
	 * @throws InterruptedException if the thread was interrupted
	 */
	CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException;

}
