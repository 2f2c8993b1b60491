package dev.grpctuning.load.api;

import java.time.Duration;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.CallTargets;
import dev.grpctuning.load.engine.ChannelsFactory;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.raw.RawChannelsFactory;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;

/**
 * Opens the channels of a plan with the engine that it names. A method without
 * descriptors is looked up by the server's reflection first.
 */
public record TargetChannels(StubChannelsFactory stubs, RawSource raw) implements ChannelsFactory {

	/**
	 * {@inheritDoc}
	 * @throws InvalidCallException if the server has no such method, or the request does
	 * not fit it
	 */
	@Override
	public CallChannels open(TargetAddress address, LoadPlan plan, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		CallPlan call = plan.call();
		CallTarget<?, ?> target = CallTargets.describedByServer(call) ? this.stubs.ask(address, plan, connectTimeout,
				(channel) -> CallTargets.of(call, channel, connectTimeout)) : CallTargets.of(call);
		return switch (plan.engine()) {
			case STUB -> this.stubs.open(address, plan, target, connectTimeout);
			case RAW -> this.raw.factory(address).open(address, plan, target, connectTimeout);
		};
	}

	/** Creates the raw engine for a target. */
	@FunctionalInterface
	public interface RawSource {

		/** Fails if the client's settings cannot be used. */
		RawChannelsFactory factory(TargetAddress address) throws TargetUnreachableException;

	}

}
