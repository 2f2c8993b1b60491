package dev.grpctuning.load;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.LoadModel;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.schedule.TurnSchedule;
import dev.grpctuning.load.target.TargetAddress;

/**
 * The plan: what load is driven, and where to.
 *
 * @param target server that run calls, as host:port; compare starts servers of its own
 * @param call method to call, as package.Service/Method, which the server's reflection
 * describes; hello is SayHello of hello-service
 * @param codec codec of the messages of hello, for each of which hello-service has a
 * service; protobuf if not set
 * @param hello messages of hello
 * @param request request in Protocol Buffers' JSON, or @ and a file of it: an object, or
 * an array of them, of which calls send one after the other
 * @param requestBytes file of one request as it is sent, for which no descriptor is
 * needed
 * @param descriptorSet file with the descriptors of the method, as protoc
 * --include_imports --descriptor_set_out writes it, instead of the server's reflection
 * @param messages requests that each call sends to a method that takes a stream; as many
 * as load.request has if not set
 * @param model when calls are started: in turns, or as a constant number of open calls
 * @param stub grpc-java stub that makes the calls
 * @param channels number of channels, each with a connection of its own
 * @param turns turns of calls
 * @param closed constant number of open calls
 * @param open rate of calls
 * @param duration time in which the closed and the open model start calls that count
 * @param warmup time before calls of the closed and the open model count
 * @param metadata metadata sent with each call, by key
 * @param maxOpenCalls most calls open at once, derived from the client's heap if not set;
 * sending waits when it is reached, and the run is reported as client-limited
 * @param connectTimeout longest wait for a connection
 * @param drain longest wait for open calls after the last one was sent; those still open
 * then are counted as unfinished
 * @param timeout longest time that a whole run may take; if not set, what the plan and
 * its drain take and five minutes more
 * @param output file that the result is written to, as JSON; - prints it as one line
 * instead of the summary
 * @param startAt time at which run begins, as 2026-01-31T12:00:00Z, so that several
 * clients begin together
 */
@ConfigurationProperties(prefix = "load", ignoreUnknownFields = false)
record LoadProperties(@DefaultValue("localhost:9090") String target, @DefaultValue("hello") String call,
		@Nullable HelloCodec codec, @DefaultValue Hello hello, @Nullable String request, @Nullable Path requestBytes,
		@Nullable Path descriptorSet, @Nullable Integer messages, @DefaultValue("turns") Model model,
		@DefaultValue("future") StubKind stub, @DefaultValue("1") int channels, @DefaultValue Turns turns,
		@DefaultValue Closed closed, @DefaultValue Open open, @DefaultValue("10s") Duration duration,
		@DefaultValue("0s") Duration warmup, @DefaultValue Map<String, String> metadata, @Nullable Integer maxOpenCalls,
		@DefaultValue("5s") Duration connectTimeout, @DefaultValue("60s") Duration drain, @Nullable Duration timeout,
		@Nullable Path output, @Nullable Instant startAt) {

	private static final Duration SPARE_TIME = Duration.ofMinutes(5);

	/**
	 * The plan that these properties describe.
	 * @return the plan
	 * @throws InvalidConfigurationPropertyValueException if a value is out of range
	 */
	LoadPlan plan() {
		LoadModel checkedModel = loadModel(this.turns.count(), this.duration);
		return plan(checkedModel, checkedTimeout(checkedModel.sendingTime()));
	}

	/**
	 * The plan that these properties describe, but without an end.
	 * @return the plan
	 * @throws InvalidConfigurationPropertyValueException if a value is out of range
	 */
	LoadPlan endlessPlan() {
		return plan(loadModel(Long.MAX_VALUE, LoadModel.ENDLESS), LoadModel.ENDLESS);
	}

	private LoadPlan plan(LoadModel checkedModel, Duration checkedTimeout) {
		atLeastOne("load.channels", this.channels);
		DurationCheck.positive("load.connect-timeout", this.connectTimeout);
		DurationCheck.notNegative("load.drain", this.drain);
		if (this.maxOpenCalls != null) {
			atLeastOne("load.max-open-calls", this.maxOpenCalls);
		}
		int bound = (this.maxOpenCalls != null) ? this.maxOpenCalls
				: Math.clamp(Runtime.getRuntime().maxMemory() / this.stub.heapBytesPerOpenCall(), 1, Integer.MAX_VALUE);
		return new LoadPlan(checkedModel, this.stub, this.channels, CallPlanFactory.create(this), bound, this.drain,
				checkedTimeout);
	}

	private Duration checkedTimeout(Duration planned) {
		if (this.timeout == null) {
			Duration whole = planned.plus(this.drain).plus(SPARE_TIME);
			return (whole.compareTo(DurationCheck.LONGEST) < 0) ? whole : DurationCheck.LONGEST;
		}
		DurationCheck.positive("load.timeout", this.timeout);
		if (this.timeout.compareTo(planned) <= 0) {
			throw new InvalidConfigurationPropertyValueException("load.timeout", this.timeout,
					"It must be longer than the plan, which takes %s s.".formatted(planned.toSeconds()));
		}
		return this.timeout;
	}

	private LoadModel loadModel(long turnCount, Duration length) {
		return switch (this.model) {
			case TURNS -> this.turns.checked(turnCount);
			case CLOSED -> {
				checkDurations();
				atLeastOne("load.closed.outstanding", this.closed.outstanding());
				yield new LoadModel.Closed(this.closed.outstanding(), this.warmup, length);
			}
			case OPEN -> {
				checkDurations();
				yield this.open.checked(this.warmup, length);
			}
		};
	}

	private void checkDurations() {
		DurationCheck.positive("load.duration", this.duration);
		DurationCheck.notNegative("load.warmup", this.warmup);
	}

	/**
	 * Where the server is that {@code run} calls.
	 * @return the address
	 * @throws InvalidConfigurationPropertyValueException if it is not host:port
	 */
	TargetAddress address() {
		try {
			return TargetAddress.parse(this.target);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException("load.target", this.target,
					"It must be host:port, such as localhost:9090, with a port from 1 to 65535 and a host of letters, digits, '-' and '.'; an IPv6 address stands in brackets.");
		}
	}

	static void atLeastOne(String name, int value) {
		if (value < 1) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must be 1 or more.");
		}
	}

	/**
	 * When calls are started.
	 */
	enum Model {

		/**
		 * In turns.
		 */
		TURNS,

		/**
		 * One for each answer.
		 */
		CLOSED,

		/**
		 * At a rate.
		 */
		OPEN

	}

	/**
	 * Messages of hello.
	 *
	 * @param longs random longs in each request, which come back in its response
	 */
	record Hello(@DefaultValue("0") int longs) {
	}

	/**
	 * Turns of calls.
	 *
	 * @param count number of turns
	 * @param calls calls in each turn, all due at once
	 * @param interval time between two turns
	 * @param pacing whether the interval runs from the last send of a turn (pause) or
	 * from the time that the turn was due (schedule)
	 */
	record Turns(@DefaultValue("100") int count, @DefaultValue("10000") int calls,
			@DefaultValue("200ms") Duration interval, @DefaultValue("pause") Pacing pacing) {

		private LoadModel.Turns checked(long number) {
			atLeastOne("load.turns.count", this.count);
			atLeastOne("load.turns.calls", this.calls);
			DurationCheck.notNegative("load.turns.interval", this.interval);
			return new LoadModel.Turns(new TurnSchedule(number, this.calls, this.interval, this.pacing));
		}

	}

	/**
	 * Constant number of open calls.
	 *
	 * @param outstanding open calls on each channel
	 */
	record Closed(@DefaultValue("10") int outstanding) {
	}

	/**
	 * Rate of calls.
	 *
	 * @param rate calls per second in total over all channels
	 * @param arrivals whether calls follow each other evenly or at random
	 * @param seed seed of random arrivals
	 * @param maxLag how late the client may send a call without being to blame
	 * @param maxLagShare largest share of calls, from 0 to 1, that the client may send
	 * later than that; above it the run is reported as client-limited
	 */
	record Open(@DefaultValue("200") double rate, @DefaultValue("constant") Arrivals arrivals,
			@DefaultValue("1") long seed, @DefaultValue("10ms") Duration maxLag,
			@DefaultValue("0.01") double maxLagShare) {

		/**
		 * Far above what one thread can send.
		 */
		private static final double HIGHEST_RATE = 10_000_000;

		private LoadModel.Open checked(Duration warmup, Duration duration) {
			if (!(this.rate > 0 && this.rate <= HIGHEST_RATE)) {
				throw new InvalidConfigurationPropertyValueException("load.open.rate", this.rate,
						"It must be calls per second, above 0 and at most 10000000.");
			}
			DurationCheck.notNegative("load.open.max-lag", this.maxLag);
			if (!(this.maxLagShare >= 0 && this.maxLagShare <= 1)) {
				throw new InvalidConfigurationPropertyValueException("load.open.max-lag-share", this.maxLagShare,
						"It must be a share from 0 to 1, such as 0.01.");
			}
			return new LoadModel.Open(this.rate, this.arrivals, this.seed, this.maxLag, this.maxLagShare, warmup,
					duration);
		}

	}

}
