package dev.grpctuning.load.engine;

import java.time.Duration;

import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;

/** Opens the channels of a run. */
@FunctionalInterface
public interface ChannelsFactory {

	CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException;

}
