package dev.grpctuning.load.transport.raw;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallTarget;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.transport.ClientEventLoops;
import dev.grpctuning.load.transport.HostResolver;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetProbe;
import dev.grpctuning.load.transport.TargetUnreachableException;

/**
 * Opens channels on plain connections without grpc-java, whose interceptors and
 * configurers do not apply.
 */
public record RawChannelsFactory(RawOptions options) {

	/**
	 * Opens and connects the channels of a plan. When the server returns, they reconnect
	 * within about a second, also at a new address.
	 */
	public CallChannels open(TargetAddress address, LoadPlan plan, CallTarget<?, ?> target, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout, HostResolver.SYSTEM);
		String authority = authority(address, target);
		PreparedRequest request = prepare(target, authority);
		ProtocolErrorLog errors = new ProtocolErrorLog();
		Connector connector = new Connector(address, authority, request, ConnectionSettings.of(request, this.options),
				errors, this.options.tls(), connectTimeout, plan.endless() ? ClientEventLoops.UNACKNOWLEDGED_MILLIS : 0,
				HostResolver.SYSTEM);
		ClientEventLoops loops = new ClientEventLoops(plan.channels(), 1);
		List<RawChannel> channels = new ArrayList<>();
		RawChannels opened = new RawChannels(channels, loops, request, errors);
		try {
			for (int i = 0; i < plan.channels(); i++) {
				RawChannel channel = new RawChannel(loops.next(), loops.channelType(), connector);
				channels.add(channel);
				Status failure = await(channel);
				if (failure != null) {
					String reason = String.valueOf(failure.getDescription());
					TargetProbe.checkMachine(reason, i, plan.channels());
					throw TargetUnreachableException.noAnswer(address, connectTimeout, reason, null);
				}
			}
			return opened;
		}
		catch (TargetUnreachableException | InvalidCallException | InterruptedException ex) {
			opened.close();
			throw ex;
		}
	}

	private String authority(TargetAddress address, CallTarget<?, ?> target) {
		String authority = target.settings().authority();
		return (authority != null) ? authority
				: Objects.requireNonNullElse(this.options.authority(), address.toString());
	}

	private PreparedRequest prepare(CallTarget<?, ?> target, String authority) {
		CallTimeout timeout = CallTimeout.of(target.settings());
		RequestContents contents = new RequestContents(target, timeout);
		boolean sameContent = target.requests().constant() && target.headers().constant();
		Map<String, String> metadata = new LinkedHashMap<>();
		target.headers().forEachFixed(metadata::put);
		RequestHeaders headers = RequestHeaders.of(target.method().getFullMethodName(), target.settings().compression(),
				this.options, authority, metadata, target.headers().constant() ? timeout : null);
		return PreparedRequest.of(target.method().getType(), target.settings(), headers, contents.of(0),
				sameContent ? null : contents::of, target.numbers());
	}

	private static @Nullable Status await(RawChannel channel) throws InterruptedException {
		try {
			return channel.open().get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
	}

}
