package dev.grpctuning.load.engine.raw;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.grpc.Status;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.engine.CallChannels;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.transport.ClientEventLoops;
import dev.grpctuning.load.engine.transport.MachineLimit;
import dev.grpctuning.load.engine.transport.TargetProbe;
import dev.grpctuning.load.target.CallTarget;
import dev.grpctuning.load.target.InvalidCallException;
import dev.grpctuning.load.target.TargetAddress;
import dev.grpctuning.load.target.TargetUnreachableException;

/**
 * Opens the channels of a run on bare connections, without grpc-java: interceptors and
 * configurers of channels do not apply to them.
 */
public class RawChannelsFactory {

	/**
	 * How long a server may leave what it was sent unacknowledged in a plan without end.
	 */
	private static final int UNACKNOWLEDGED_MILLIS = 20_000;

	private final RawOptions options;

	/**
	 * Creates a factory.
	 * @param options what goes for every connection
	 */
	public RawChannelsFactory(RawOptions options) {
		this.options = options;
	}

	/**
	 * Opens and connects the channels of a plan. They connect again within about a second
	 * when the server comes back, also when its name has another address then.
	 * @param address where to
	 * @param plan how many channels
	 * @param target what will be called
	 * @param connectTimeout the longest wait for each connection
	 * @return the channels, connected
	 * @throws TargetUnreachableException if nothing there speaks gRPC as it is expected
	 * @throws InterruptedException if the thread was interrupted
	 */
	public CallChannels open(TargetAddress address, LoadPlan plan, CallTarget<?, ?> target, Duration connectTimeout)
			throws TargetUnreachableException, InterruptedException {
		TargetProbe.probe(address, connectTimeout);
		String authority = authority(address, target);
		PreparedRequest request = prepare(target, authority);
		ProtocolErrorLog errors = new ProtocolErrorLog();
		Connector connector = new Connector(address, authority, request, ConnectionSettings.of(request, this.options),
				errors, this.options.tls(), connectTimeout, plan.endless() ? UNACKNOWLEDGED_MILLIS : 0,
				InetAddress::getAllByName);
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
					MachineLimit.check(reason, i, plan.channels());
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
		RawRequest request = RawRequest.of(target);
		CallTimeout timeout = (request.deadline() != null) ? new CallTimeout(request.deadline()) : null;
		RequestContents contents = new RequestContents(target, request.gzip(), timeout);
		boolean sameContent = target.requests().constant() && target.headers().constant();
		Map<String, String> metadata = new LinkedHashMap<>();
		target.headers().forEachFixed(metadata::put);
		RequestHeaders headers = RequestHeaders.of(request, this.options, authority, metadata,
				target.headers().constant() ? timeout : null);
		LongSupplier numbers = target.numbered() ? new AtomicLong()::getAndIncrement : () -> 0;
		return new PreparedRequest(request, headers, contents.of(0), sameContent ? null : contents::of, numbers);
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
