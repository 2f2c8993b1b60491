package dev.grpctuning.load.config;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.call.CallSettings.Compression;
import dev.grpctuning.load.engine.plan.LoadEngine;
import dev.grpctuning.load.engine.plan.LoadEngine.StubKind;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.BurstSchedule.Pacing;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.threshold.Threshold;
import dev.grpctuning.load.transport.TargetAddress;

/**
 * The load: what is called, when, and where the result goes. The names of the groups are
 * no part of the names of the properties, which Spring Boot's annotation processor reads
 * from the groups.
 *
 * @param server The server that is called, and the connections to it.
 * @param call Calls and their messages.
 * @param settings What a client sets for each call.
 * @param plan When calls start.
 * @param length How long a run takes.
 * @param output Where the result goes, and what it must be.
 */
public record LoadProperties(@Name("") @DefaultValue Server server, @Name("") @DefaultValue Call call,
		@Name("") @DefaultValue Settings settings, @Name("") @DefaultValue Plan plan,
		@Name("") @DefaultValue Length length, @Name("") @DefaultValue Output output) {

	private static final String PREFIX = "load";

	/** Binds the properties, and refuses unknown ones. */
	public static LoadProperties bind(Environment environment) {
		return bind(environment, PREFIX, LoadProperties.class);
	}

	/**
	 * Binds properties that are in groups, and refuses unknown ones. The groups have the
	 * name of the prefix, which may have a value of its own: {@code --experiment=gc}.
	 */
	public static <T> T bind(Environment environment, String prefix, Class<T> type) {
		ConfigurationPropertyName own = ConfigurationPropertyName.of(prefix);
		List<ConfigurationPropertySource> sources = new ArrayList<>();
		ConfigurationPropertySources.get(environment)
			.forEach((source) -> sources.add(source.filter((name) -> !name.equals(own))));
		return new Binder(sources, new PropertySourcesPlaceholdersResolver(environment)).bindOrCreate(prefix,
				Bindable.of(type), new KnownNames());
	}

	public List<Threshold> checkedThresholds() {
		return checkedThresholds("load.thresholds", this.output.thresholds());
	}

	/** Parses the thresholds of a property. */
	public static List<Threshold> checkedThresholds(String name, List<String> texts) {
		return texts.stream().map((text) -> {
			try {
				return Threshold.parse(text);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(name, text, String.valueOf(ex.getMessage()));
			}
		}).toList();
	}

	public TargetAddress address() {
		return PropertyCheck.parse("load.target", this.server.target(), TargetAddress::parse,
				"It must be host:port, such as localhost:9090, with a port from 1 to 65535 and a host of letters, digits, '-' and '.'; write an IPv6 address in brackets.");
	}

	/**
	 * The server that is called, and the connections to it.
	 *
	 * @param target Server that run, drive and serve call, as host:port. The other
	 * commands start servers of their own.
	 * @param engine Engine that makes the calls: grpc-java's stubs, as in an application
	 * (stub), or HTTP/2 frames that the load generator builds itself, with far less CPU
	 * per call (raw). If not set, stub, but raw for knee and tune unless they have
	 * settings that only grpc-java has.
	 * @param stub Kind of grpc-java stub that the stub engine uses. If not set, future.
	 * @param channels Number of connections, each of its own channel.
	 * @param connectTimeout Maximum wait for a connection.
	 */
	@ConfigurationProperties(PREFIX)
	public record Server(@DefaultValue("localhost:9090") String target, @Nullable LoadEngine engine,
			@Nullable StubKind stub, @DefaultValue("1") int channels, @DefaultValue("5s") Duration connectTimeout) {

	}

	/**
	 * Calls and their messages.
	 *
	 * @param method Method to call, as package.Service/Method. Its descriptor comes from
	 * server reflection, unless load.descriptor-set or load.request-bytes is set. hello
	 * is SayHello of hello-service.
	 * @param codec Codec of the messages with load.call=hello. hello-service has a gRPC
	 * service for each. If not set, protobuf.
	 * @param hello Messages with load.call=hello.
	 * @param request Request in the JSON format of Protocol Buffers, or @ and the path of
	 * a file with it. An array holds several requests, which calls send in turn.
	 * @param requestBytes File with one serialized request, for which no descriptor is
	 * needed.
	 * @param descriptorSet File with the descriptors of the method, written by protoc
	 * --include_imports --descriptor_set_out. Replaces server reflection.
	 * @param proto File in the Protocol Buffers language that defines the service.
	 * Replaces server reflection.
	 * @param protoPath Folders in which the imports of load.proto are looked up, the
	 * first one first. If not set, the folder of load.proto.
	 * @param messages Number of requests that each call sends to a client-streaming
	 * method. If not set, as many as load.request has.
	 * @param metadata Metadata of each call, by key. Each line of the text is a value.
	 * The value of a key that ends in -bin is Base64.
	 */
	@ConfigurationProperties(PREFIX)
	public record Call(@Name("call") @DefaultValue("hello") String method, @Nullable HelloCodec codec,
			@DefaultValue Hello hello, @Nullable String request, @Nullable Path requestBytes,
			@Nullable Path descriptorSet, @Nullable Path proto, @DefaultValue List<Path> protoPath,
			@Nullable Integer messages, @DefaultValue Map<String, String> metadata) {

	}

	/**
	 * What a client sets for each call.
	 *
	 * @param deadline Deadline of each call, which the client and the server enforce.
	 * @param authority Authority pseudo-header of the calls. With TLS, the server's
	 * certificate must have this name. If not set, the target.
	 * @param compression Compression of requests.
	 * @param waitForReady Whether calls wait for a lost connection to come back instead
	 * of failing at once.
	 * @param cancel Calls that the client cancels.
	 * @param retries Failed calls that the client tries again.
	 * @param ok Statuses besides OK with which a call counts as answered, such as
	 * NOT_FOUND.
	 */
	@ConfigurationProperties(PREFIX)
	public record Settings(@Nullable Duration deadline, @Nullable String authority,
			@DefaultValue("identity") Compression compression, @DefaultValue("false") boolean waitForReady,
			@DefaultValue Cancel cancel, @DefaultValue Retries retries, @DefaultValue List<String> ok) {

	}

	/**
	 * When calls start.
	 *
	 * @param model Load model, which determines when calls start.
	 * @param burst Bursts of calls.
	 * @param closed Constant number of open calls.
	 * @param open Rate of calls.
	 * @param ramp Rate or number of open calls that changes linearly.
	 * @param steps Rate or number of open calls that changes in steps.
	 * @param replay Calls at the times that a file lists.
	 * @param blocking Blocking clients.
	 * @param shard Part of the schedule that this client sends, as i/n: each call k with
	 * k mod n = i. For the open, ramp, steps and replay models. If not set, all calls.
	 */
	@ConfigurationProperties(PREFIX)
	public record Plan(@DefaultValue("open") ModelKind model, @DefaultValue Burst burst, @DefaultValue Closed closed,
			@DefaultValue Open open, @DefaultValue Ramp ramp, @DefaultValue Steps steps, @DefaultValue Replay replay,
			@DefaultValue Blocking blocking, @Nullable String shard) {

	}

	/**
	 * How long a run takes.
	 *
	 * @param duration Time after the warm-up in which calls start. The burst and replay
	 * models have their own length, and so have ramp with load.ramp.over and steps with
	 * load.steps.each. If not set, 10s.
	 * @param totalCalls Number of counted calls after which the run ends, instead of
	 * load.duration. For the open, closed and blocking models.
	 * @param warmup Time at the beginning whose calls do not count. auto ends it when
	 * rate and 99th percentile are shown to be flat, which takes at least half of
	 * load.warmup-limit or 10 s, and longer the noisier they are. If not set, auto in an
	 * experiment unless the model is burst or replay, and none otherwise. A ramp or steps
	 * that begin at 0 have none.
	 * @param warmupLimit Maximum warm-up with load.warmup=auto.
	 * @param maxOpenCalls Maximum number of open calls. Sending waits at the limit, and
	 * the load generator is reported as saturated. If not set, derived from the client's
	 * heap.
	 * @param drain Maximum wait for open calls after the last call was sent. Calls that
	 * are still open then count as unfinished.
	 * @param timeout Maximum time of a whole run. If not set, the length of the plan, its
	 * drain and 5 minutes.
	 * @param startAt Time at which run starts, such as 2026-01-31T12:00:00Z, so that
	 * several clients start together.
	 * @param until Precision at which run ends, before load.duration: p99 ± 5% ends it
	 * when the 95 % confidence interval of the 99th percentile of the response time is
	 * within 5 % of its value. For p50 to p99.99 and rate; +- is the same as ±. If it is
	 * not reached, the exit code is 2.
	 */
	@ConfigurationProperties(PREFIX)
	public record Length(@Nullable Duration duration, @Nullable Long totalCalls, @Nullable WarmupTime warmup,
			@DefaultValue("60s") Duration warmupLimit, @Nullable Integer maxOpenCalls,
			@DefaultValue("60s") Duration drain, @Nullable Duration timeout, @Nullable Instant startAt,
			@Nullable PrecisionGoal until) {

	}

	/**
	 * Where the result goes, and what it must be.
	 *
	 * @param file File for the result as JSON. - prints it as one line instead of the
	 * summary.
	 * @param format Format of the result on standard output.
	 * @param quiet Whether to print only errors to standard error.
	 * @param histogram File for the latencies of each second, as an interval log of
	 * HdrHistogram.
	 * @param thresholds Thresholds that a run must meet, such as p99 &lt; 5ms. If one
	 * does not hold, the exit code is 2.
	 */
	@ConfigurationProperties(PREFIX)
	public record Output(@Name("output") @Nullable String file, @DefaultValue("table") RunFormat format,
			@DefaultValue("false") boolean quiet, @Nullable String histogram, @DefaultValue List<String> thresholds) {

	}

	/**
	 * Messages of hello.
	 *
	 * @param longs Number of random longs in each request, which the response returns.
	 */
	record Hello(@DefaultValue("0") int longs) {
	}

	/**
	 * Calls that the client cancels.
	 *
	 * @param share Share of calls that the client cancels, from 0 to 1.
	 * @param after Time from the send of a call to its cancellation.
	 */
	record Cancel(@DefaultValue("0") double share, @DefaultValue("0s") Duration after) {
	}

	/**
	 * Failed calls that the client tries again: those that end as RESOURCE_EXHAUSTED,
	 * UNAVAILABLE or DEADLINE_EXCEEDED.
	 *
	 * @param attempts Maximum number of attempts per call, including the first.
	 * @param backoff Mean wait before the second attempt, which doubles before each
	 * further one. Each wait is up to 20 % shorter or longer.
	 */
	record Retries(@DefaultValue("1") int attempts, @DefaultValue("100ms") Duration backoff) {
	}

	/**
	 * Bursts of calls.
	 *
	 * @param count Number of bursts.
	 * @param size Number of calls per burst, all due at once.
	 * @param interval Time between two bursts.
	 * @param pacing Whether the interval starts at the last send of a burst (pause) or at
	 * the time at which the burst was due (schedule).
	 */
	record Burst(@DefaultValue("100") int count, @DefaultValue("10000") int size,
			@DefaultValue("200ms") Duration interval, @DefaultValue("pause") Pacing pacing) {
	}

	/**
	 * Constant number of open calls.
	 *
	 * @param outstanding Number of open calls per channel.
	 */
	public record Closed(@DefaultValue("10") int outstanding) {
	}

	/**
	 * Rate of calls. The rate is for the open model, the rest also for ramp, steps and
	 * replay.
	 *
	 * @param rate Calls per second over all channels. With load.shard, over all clients.
	 * @param arrivals Whether calls arrive evenly (constant) or at random (poisson).
	 * @param seed Seed of random arrivals.
	 * @param maxLag Maximum delay of a send before it counts as late. If not set, a tenth
	 * of the shortest response time in load.thresholds, search.slo or
	 * experiment.objective, at most 10 ms.
	 * @param maxLagShare Maximum share of late sends, from 0 to 1. Above it, the load
	 * generator is reported as saturated.
	 */
	public record Open(@DefaultValue("200") double rate, @DefaultValue("poisson") Arrivals arrivals,
			@DefaultValue("1") long seed, @Nullable Duration maxLag, @DefaultValue("0.01") double maxLagShare) {

		private static final Duration LONGEST_LAG = Duration.ofMillis(10);

		/** A client that adds more than this to the objective would break it itself. */
		private static final int PARTS = 10;

		/**
		 * The maximum delay of a send under these thresholds and this objective, if any.
		 */
		public Duration maxLag(List<Threshold> thresholds, @Nullable Duration objective) {
			if (this.maxLag != null) {
				return this.maxLag;
			}
			return Stream
				.concat(thresholds.stream().flatMap((threshold) -> threshold.longestResponse().stream()),
						Stream.ofNullable(objective))
				.map((longest) -> longest.dividedBy(PARTS))
				.reduce(LONGEST_LAG, (a, b) -> (a.compareTo(b) < 0) ? a : b);
		}

	}

	/**
	 * Value that changes evenly.
	 *
	 * @param of Figure that changes: calls per second over all channels (rate) or open
	 * calls per channel (concurrency).
	 * @param from Value at the beginning.
	 * @param to Value at the end.
	 * @param over Time from the first value to the last. If not set, load.duration.
	 */
	record Ramp(@DefaultValue("rate") ChangingFigure of, @DefaultValue("0") double from, @DefaultValue("200") double to,
			@Nullable Duration over) {
	}

	/**
	 * Value that changes in steps.
	 *
	 * @param of Figure that changes: calls per second over all channels (rate) or open
	 * calls per channel (concurrency).
	 * @param values Value of each step.
	 * @param each Length of each step. If not set, load.duration divided by the number of
	 * steps.
	 */
	record Steps(@DefaultValue("rate") ChangingFigure of, @Nullable List<Double> values, @Nullable Duration each) {
	}

	/**
	 * Calls at the times that a file lists.
	 *
	 * @param file File of due times in ascending order, one per line, in seconds or as
	 * ISO 8601 times. The first is the start of the run.
	 */
	public record Replay(@Nullable Path file) {
	}

	/**
	 * Blocking clients.
	 *
	 * @param clients Number of clients over all channels, each with its own thread.
	 */
	public record Blocking(@DefaultValue("10") int clients) {
	}

	/** Value that a ramp or steps change: calls per second, or open calls. */
	enum ChangingFigure {

		RATE, CONCURRENCY

	}

}
