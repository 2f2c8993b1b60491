package dev.grpctuning.load.api;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.call.CallPlan;
import dev.grpctuning.load.call.CallSettings;
import dev.grpctuning.load.call.Headers;
import dev.grpctuning.load.call.InvalidCallException;
import dev.grpctuning.load.call.target.StubCall;
import dev.grpctuning.load.engine.LoadRun;
import dev.grpctuning.load.engine.channel.CallChannels;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.LoadPlan;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;
import dev.grpctuning.load.transport.TargetAddress;
import dev.grpctuning.load.transport.TargetUnreachableException;
import dev.grpctuning.load.transport.raw.RawChannelsFactory;
import dev.grpctuning.load.transport.stub.StubChannelsFactory;

/**
 * Drives load at a gRPC server from a test. <pre class="code">
 * LoadResult result = LoadTest.target("localhost:9090")
 *     .call("package.Service/Method").request("{\"name\": \"Ada\"}")
 *     .open(200).duration(Duration.ofSeconds(5))
 *     .run();
 * assertThat(result.counts().failedTotal()).isZero();
 * assertThat(result.latencyMicros().response().p99()).isLessThan(50_000);
 * </pre>
 */
public final class LoadTest {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

	private static final Duration DRAIN = Duration.ofSeconds(10);

	private static final Duration MAX_LAG = Duration.ofMillis(10);

	private static final double MAX_LAG_SHARE = 0.01;

	private static final int MAX_OPEN_CALLS = 10_000;

	private final TargetAddress address;

	private final Map<String, String> metadata = new LinkedHashMap<>();

	private CallPlan.@Nullable Callee callee;

	private CallPlan.@Nullable Request request;

	private @Nullable Duration deadline;

	private LoadEngine engine = LoadEngine.RAW;

	private @Nullable File trusted;

	private int channels = 1;

	private double callsPerSecond;

	private int openCalls = 1;

	private Warmup warmup = Warmup.NONE;

	private Duration duration = Duration.ofSeconds(10);

	private LoadTest(TargetAddress address) {
		this.address = address;
	}

	/** Begins a load test of the server at {@code host:port}. */
	public static LoadTest target(String address) {
		return new LoadTest(TargetAddress.parse(address));
	}

	/** Calls {@code package.Service/Method}, which the server describes by reflection. */
	public LoadTest call(String method) {
		int slash = method.lastIndexOf('/');
		if (slash < 1) {
			throw new IllegalArgumentException("method: \"" + method + "\" (expected: package.Service/Method)");
		}
		this.callee = new CallPlan.Method(method.substring(0, slash), method.substring(slash + 1), null);
		return this;
	}

	/**
	 * Calls a method of a generated stub, such as
	 * {@code GreeterGrpc.getSayHelloMethod()}, with a request.
	 */
	public <Q> LoadTest call(MethodDescriptor<Q, ?> method, Q request) {
		this.callee = new StubCall<>(method, request);
		return this;
	}

	/**
	 * Sends a message in Protocol Buffers' JSON mapping, which may have placeholders such
	 * as <code>{{seq}}</code>, or the messages of an array in rotation.
	 */
	public LoadTest request(String json) {
		this.request = new CallPlan.Json(json, json);
		return this;
	}

	/**
	 * Adds metadata to each call, by its lower-case key, which may have several values.
	 */
	public LoadTest metadata(String key, String value) {
		this.metadata.merge(key, value, (before, added) -> {
			List<String> values = new ArrayList<>(Headers.values(before));
			values.add(added);
			return Headers.text(values);
		});
		return this;
	}

	/** Gives each call a deadline. */
	public LoadTest deadline(Duration deadline) {
		require(deadline.isPositive(), "deadline", deadline, "> 0");
		this.deadline = deadline;
		return this;
	}

	/** Makes the calls with another engine than {@link LoadEngine#RAW}. */
	public LoadTest engine(LoadEngine engine) {
		this.engine = engine;
		return this;
	}

	/** Uses TLS and trusts the certificates of a PEM file. */
	public LoadTest tls(File trusted) {
		this.trusted = trusted;
		return this;
	}

	/** Spreads the calls over a number of connections. */
	public LoadTest channels(int channels) {
		require(channels >= 1, "channels", channels, ">= 1");
		this.channels = channels;
		return this;
	}

	/**
	 * Sends calls at a constant rate, whether or not the server answers. Response times
	 * run from when a call was due, so that they are free of coordinated omission.
	 */
	public LoadTest open(double callsPerSecond) {
		require(callsPerSecond > 0 && Double.isFinite(callsPerSecond), "callsPerSecond", callsPerSecond, "> 0");
		this.callsPerSecond = callsPerSecond;
		return this;
	}

	/** Keeps a number of calls open per connection: each answer starts the next call. */
	public LoadTest closed(int openCalls) {
		require(openCalls >= 1, "openCalls", openCalls, ">= 1");
		this.callsPerSecond = 0;
		this.openCalls = openCalls;
		return this;
	}

	/** Sends calls that do not count before those that do. */
	public LoadTest warmup(Duration warmup) {
		require(!warmup.isNegative(), "warmup", warmup, ">= 0");
		this.warmup = new Warmup.Fixed(warmup);
		return this;
	}

	/** Sends calls that count for this long. */
	public LoadTest duration(Duration duration) {
		require(duration.isPositive(), "duration", duration, "> 0");
		this.duration = duration;
		return this;
	}

	/**
	 * Drives the load, and waits up to 10 s for the calls that are open then.
	 * @throws TargetUnreachableException if there is no gRPC server at the address
	 * @throws InvalidCallException if the server has no such method, or the request does
	 * not fit it
	 */
	public LoadResult run() throws TargetUnreachableException, InterruptedException {
		LoadPlan plan = plan();
		File certificates = this.trusted;
		TargetChannels factory = new TargetChannels(
				(certificates != null) ? StubChannelsFactory.trusting(certificates) : StubChannelsFactory.plaintext(),
				(target) -> (certificates != null) ? RawChannelsFactory.trusting(certificates)
						: RawChannelsFactory.PLAINTEXT);
		try (CallChannels open = factory.open(this.address, plan, CONNECT_TIMEOUT)) {
			return new LoadRun(plan, open, (progress) -> {
			}).run().result();
		}
	}

	private static void require(boolean allowed, String name, Object given, String expected) {
		if (!allowed) {
			throw new IllegalArgumentException("%s: %s (expected: %s)".formatted(name, given, expected));
		}
	}

	private LoadPlan plan() {
		if (this.callee == null) {
			throw new IllegalStateException("call(...) is missing");
		}
		LoadModel model = (this.callsPerSecond > 0)
				? new LoadModel.Open(
						new ArrivalPlan.OfRate(new Rate.Constant(this.callsPerSecond), Arrivals.CONSTANT, 1, Shard.ALL),
						MAX_LAG, MAX_LAG_SHARE, this.warmup, this.duration)
				: new LoadModel.Closed(new Concurrency.Constant(this.openCalls), this.warmup, this.duration);
		CallPlan call = new CallPlan(this.callee, this.request, null, this.metadata,
				new CallSettings(this.deadline, null, CallSettings.Compression.IDENTITY, false,
						CallSettings.Cancellation.NONE, CallSettings.Retries.NONE, Set.of()));
		return new LoadPlan(model, this.engine, LoadEngine.StubKind.FUTURE, this.channels, call, MAX_OPEN_CALLS, DRAIN,
				model.sendingTime().plus(DRAIN.multipliedBy(2)));
	}

}
