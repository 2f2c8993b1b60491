package dev.grpctuning.load;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.load.engine.LoadEngine;
import dev.grpctuning.load.engine.LoadPlan;
import dev.grpctuning.load.engine.StubKind;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.report.RunFormat;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Pacing;
import dev.grpctuning.load.target.Compression;
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
 * @param request request in Protocol Buffers' JSON, or @ and a file of it: one message,
 * or an array of them, of which calls send one after the other
 * @param requestBytes file of one request as it is sent, for which no descriptor is
 * needed
 * @param descriptorSet file with the descriptors of the method, as protoc
 * --include_imports --descriptor_set_out writes it, instead of the server's reflection
 * @param messages requests that each call sends to a method that takes a stream; as many
 * as load.request has if not set
 * @param deadline time after which a call that has not ended is given up, on both sides
 * @param authority :authority of the calls; the target if not set. With TLS it is also
 * the name that the server's certificate must have
 * @param compression how requests are compressed
 * @param waitForReady whether calls wait for a connection that is broken to be there
 * again, rather than fail at once
 * @param cancel calls that the client cancels
 * @param model when calls are started
 * @param engine what makes the calls: grpc-java's stubs, as an application does (stub),
 * or prepared HTTP/2 frames, which cost the client far less (raw)
 * @param stub grpc-java stub that makes the calls of the stub engine, future if not set
 * @param channels number of channels, each with a connection of its own
 * @param turns turns of calls
 * @param closed constant number of open calls
 * @param open rate of calls
 * @param ramp rate of calls, or number of open calls, that changes evenly
 * @param steps rate of calls, or number of open calls, that changes in steps
 * @param replay calls that a file lists
 * @param blocking blocking clients
 * @param duration time in which calls are started that count; turns and replay have their
 * own, and so have ramp and steps if load.ramp.over or load.steps.each is set
 * @param warmup time before calls count; auto is until rate and 99th percentile have been
 * flat for half of load.warmup-limit, one second at least and ten at most. If not set
 * none, but auto in an experiment whose calls have a duration; none in any case if a ramp
 * or steps begin with 0
 * @param warmupLimit longest warm-up with load.warmup=auto
 * @param share which calls of the open, ramp, steps and replay model this client drives,
 * as i/n: call k belongs to client k mod n, from 0/n to (n-1)/n; all of them if not set
 * @param metadata metadata sent with each call, by key; in Base64 where the key ends in
 * -bin
 * @param maxOpenCalls most calls open at once, derived from the client's heap if not set;
 * sending waits when it is reached, and the run is reported as client-limited
 * @param connectTimeout longest wait for a connection
 * @param drain longest wait for open calls after the last one was sent; those still open
 * then are counted as unfinished
 * @param timeout longest time that a whole run may take; if not set, what the plan and
 * its drain take and five minutes more
 * @param output file that the result is written to, as JSON; - prints it as one line
 * instead of the summary
 * @param format what is printed of a run on standard output
 * @param quiet whether errors alone are said on standard error
 * @param histogram file that the latencies of each second are written to, as an interval
 * log that HdrHistogram's tools read
 * @param gates conditions that a run must meet, such as p99 &lt; 5ms; when one does not
 * hold, the exit code is 2
 * @param startAt time at which run begins, as 2026-01-31T12:00:00Z, so that several
 * clients begin together
 */
@ConfigurationProperties(prefix = "load", ignoreUnknownFields = false)
record LoadProperties(@DefaultValue("localhost:9090") String target, @DefaultValue("hello") String call,
		@Nullable HelloCodec codec, @DefaultValue Hello hello, @Nullable String request, @Nullable Path requestBytes,
		@Nullable Path descriptorSet, @Nullable Integer messages, @Nullable Duration deadline,
		@Nullable String authority, @DefaultValue("identity") Compression compression,
		@DefaultValue("false") boolean waitForReady, @DefaultValue Cancel cancel,
		@DefaultValue("turns") ModelKind model, @DefaultValue("stub") LoadEngine engine, @Nullable StubKind stub,
		@DefaultValue("1") int channels, @DefaultValue Turns turns, @DefaultValue Closed closed,
		@DefaultValue Open open, @DefaultValue Ramp ramp, @DefaultValue Steps steps, @DefaultValue Replay replay,
		@DefaultValue Blocking blocking, @DefaultValue("10s") Duration duration, @Nullable WarmupTime warmup,
		@DefaultValue("60s") Duration warmupLimit, @Nullable String share, @DefaultValue Map<String, String> metadata,
		@Nullable Integer maxOpenCalls, @DefaultValue("5s") Duration connectTimeout,
		@DefaultValue("60s") Duration drain, @Nullable Duration timeout, @Nullable String output,
		@Nullable Instant startAt, @DefaultValue("table") RunFormat format, @DefaultValue("false") boolean quiet,
		@Nullable String histogram, @DefaultValue List<String> gates) {

	/**
	 * The plan that these properties describe.
	 * @return the plan
	 * @throws InvalidConfigurationPropertyValueException if a value is out of range
	 */
	LoadPlan plan() {
		return new LoadPlans(this).create();
	}

	/**
	 * The plan that these properties describe for an experiment. What it drives at
	 * several servers, each of which has to warm up, is driven until they have, unless it
	 * is said how long.
	 * @return the plan
	 * @throws InvalidConfigurationPropertyValueException if a value is out of range
	 */
	LoadPlan experimentPlan() {
		return new LoadPlans(this).createForExperiment();
	}

	/**
	 * The plan that these properties describe, but without an end.
	 * @return the plan
	 * @throws InvalidConfigurationPropertyValueException if a value is out of range
	 */
	LoadPlan endlessPlan() {
		return new LoadPlans(this).createEndless();
	}

	/**
	 * The conditions that a run must meet.
	 * @return the conditions
	 * @throws InvalidConfigurationPropertyValueException if one cannot be read
	 */
	List<Gate> checkedGates() {
		return checkedGates("load.gates", this.gates);
	}

	/**
	 * Conditions of some property.
	 */
	static List<Gate> checkedGates(String name, List<String> texts) {
		return texts.stream().map((text) -> {
			try {
				return Gate.parse(text);
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(name, text, String.valueOf(ex.getMessage()));
			}
		}).toList();
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
	 * Messages of hello.
	 *
	 * @param longs random longs in each request, which come back in its response
	 */
	record Hello(@DefaultValue("0") int longs) {
	}

	/**
	 * Calls that the client cancels.
	 *
	 * @param share share of the calls that the client cancels, from 0 to 1
	 * @param after how long after it was sent such a call is cancelled, unless it has
	 * ended
	 */
	record Cancel(@DefaultValue("0") double share, @DefaultValue("0s") Duration after) {
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
	}

	/**
	 * Constant number of open calls.
	 *
	 * @param outstanding open calls on each channel
	 */
	record Closed(@DefaultValue("10") int outstanding) {
	}

	/**
	 * Rate of calls. What is not the rate itself goes for ramp, steps and replay too.
	 *
	 * @param rate calls per second in total over all channels, and over all clients that
	 * have a share
	 * @param arrivals whether calls of a rate follow each other evenly or at random
	 * @param seed seed of random arrivals
	 * @param maxLag how late the client may send a call without being to blame
	 * @param maxLagShare largest share of calls, from 0 to 1, that the client may send
	 * later than that; above it the run is reported as client-limited
	 */
	record Open(@DefaultValue("200") double rate, @DefaultValue("constant") Arrivals arrivals,
			@DefaultValue("1") long seed, @DefaultValue("10ms") Duration maxLag,
			@DefaultValue("0.01") double maxLagShare) {
	}

	/**
	 * Even change.
	 *
	 * @param of whether calls per second in total over all channels change, or open calls
	 * on each channel
	 * @param from figure at the beginning
	 * @param to figure at the end
	 * @param over time from one to the other; load.duration if not set
	 */
	record Ramp(@DefaultValue("rate") ChangingFigure of, @DefaultValue("0") double from, @DefaultValue("200") double to,
			@Nullable Duration over) {
	}

	/**
	 * Change in steps.
	 *
	 * @param of whether calls per second in total over all channels change, or open calls
	 * on each channel
	 * @param values figure in each step
	 * @param each how long each step takes; an even part of load.duration if not set
	 */
	record Steps(@DefaultValue("rate") ChangingFigure of, @Nullable List<Double> values, @Nullable Duration each) {
	}

	/**
	 * Calls that a file lists.
	 *
	 * @param file file of due times, one a line and none before the one above it, as
	 * seconds or as ISO 8601 times; the first is the beginning
	 */
	record Replay(@Nullable Path file) {
	}

	/**
	 * Blocking clients.
	 *
	 * @param clients number of clients, each with a thread of its own, over all channels
	 */
	record Blocking(@DefaultValue("10") int clients) {
	}

}
