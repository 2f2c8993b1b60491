package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.GenerationChange;
import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.limit.LimitAlgorithm;
import dev.grpctuning.service.WithdrawnStatus;
import dev.grpctuning.transport.Transport;

/**
 * Tuning of the gRPC server. A property that is not set leaves the framework's default
 * alone.
 *
 * @param enabled Whether the gRPC server is tuned at all.
 * @param transport Transport of the server's own event loops. Unless it or a number of
 * event loop threads is set, the server shares gRPC's event loops.
 * @param bossThreads Number of threads that accept connections. gRPC uses only one of
 * them. Setting it gives the server its own event loops.
 * @param workerThreads Number of threads that read and write connections, by default that
 * of the available processors. Setting it gives the server its own event loops.
 * @param flowControlWindow Fixed HTTP/2 flow control window of a stream and of a
 * connection, for what the server receives. Turns the window's growth off. Excludes the
 * initial window.
 * @param initialFlowControlWindow HTTP/2 flow control window that a connection starts
 * with. It grows by itself with the bandwidth-delay product. Excludes the fixed window.
 * @param maxConcurrentCallsPerConnection Number of calls that one connection may have
 * open. The client keeps further calls waiting.
 * @param maxInboundMessageSize Size of the greatest message that is taken.
 * @param maxInboundMetadataSize Size of the greatest metadata that are taken.
 * @param maxConnections Number of connections that may be open. Further ones are closed
 * at once.
 */
@ConfigurationProperties(prefix = "grpc.tuning", ignoreUnknownFields = false)
record GrpcTuningProperties(@DefaultValue("true") boolean enabled, @Nullable Transport transport,
		@Nullable Integer bossThreads, @Nullable WorkerThreads workerThreads, @Nullable DataSize flowControlWindow,
		@Nullable DataSize initialFlowControlWindow, @Nullable Integer maxConcurrentCallsPerConnection,
		@Nullable DataSize maxInboundMessageSize, @Nullable DataSize maxInboundMetadataSize,
		@Nullable Integer maxConnections, @DefaultValue KeepAlive keepAlive, @DefaultValue Connection connection,
		@DefaultValue Executor executor, @DefaultValue Limit limit, @DefaultValue Services services,
		@DefaultValue Generation generation, @DefaultValue Metrics metrics) {

	/**
	 * Number of worker threads: fixed, or between bounds.
	 *
	 * @param min Least number of worker threads that are active. Needs the greatest, and
	 * excludes a fixed number.
	 * @param max Greatest number of worker threads that are active. Needs the least, and
	 * excludes a fixed number.
	 */
	record WorkerThreads(@Nullable Integer min, @Nullable Integer max) {

		/**
		 * Accepts a fixed number, which is read from its property.
		 */
		public static WorkerThreads of(String number) {
			if (!number.isBlank()) {
				try {
					Integer.parseInt(number.trim());
				}
				catch (NumberFormatException ex) {
					throw new IllegalArgumentException("use a whole number.");
				}
			}
			return new WorkerThreads(null, null);
		}

		/**
		 * Accepts a fixed number as a YAML file has it.
		 */
		public static WorkerThreads of(Integer number) {
			return new WorkerThreads(null, null);
		}

	}

	/**
	 * Pings by which dead connections are found.
	 *
	 * @param time Time without traffic after which the server pings a client. gRPC raises
	 * it to 10 seconds.
	 * @param timeout Time that a client has to answer a ping before its connection is
	 * closed.
	 * @param permitTime Shortest time between a client's pings; one that pings more often
	 * is cut off.
	 * @param permitWithoutCalls Whether clients may ping while they have no call open.
	 */
	record KeepAlive(@Nullable Duration time, @Nullable Duration timeout, @Nullable Duration permitTime,
			@Nullable Boolean permitWithoutCalls) {

	}

	/**
	 * How long connections live.
	 *
	 * @param maxIdle Time without a call after which a connection is ended.
	 * @param maxAge Age at which a connection is ended, give or take a tenth.
	 * @param maxAgeGrace Time that calls have to end when their connection has reached
	 * its age.
	 */
	record Connection(@Nullable Duration maxIdle, @Nullable Duration maxAge, @Nullable Duration maxAgeGrace) {

	}

	/**
	 * What handlers run on.
	 *
	 * @param type Kind of threads that handlers run on. Direct is the event loop itself.
	 * @param threads Number of threads of the types fork-join and fixed, by default that
	 * of the available processors.
	 * @param threadNamePrefix Prefix of the names of the threads; a number follows it.
	 * @param queueCapacity Number of tasks that may wait for a thread. Further calls are
	 * refused with RESOURCE_EXHAUSTED.
	 * @param live Whether the executor can be exchanged while the server runs. Routes,
	 * limits and whatever else decides about each call need that.
	 * @param routes Methods with an executor of their own; the first that matches is
	 * taken.
	 * @param canary Candidate that runs a share of the calls.
	 */
	record Executor(@Nullable ExecutorType type, @Nullable Integer threads, @Nullable String threadNamePrefix,
			@Nullable Integer queueCapacity, @Nullable Boolean live, @DefaultValue List<Route> routes,
			@DefaultValue Canary canary) {

	}

	/**
	 * Methods with an executor of their own.
	 *
	 * @param method Full name of a method, package.Service/Method, in which * stands for
	 * any characters.
	 * @param type Kind of threads.
	 * @param threads Number of threads, by default that of the available processors.
	 * @param queueCapacity Number of tasks that may wait for a thread.
	 */
	record Route(@Nullable String method, @Nullable ExecutorType type, @Nullable Integer threads,
			@Nullable Integer queueCapacity) {

	}

	/**
	 * Candidate that runs a share of the calls, to be compared with the executor.
	 *
	 * @param type Kind of threads that the candidate has.
	 * @param threads Number of threads, by default that of the available processors.
	 * @param share Share of the calls without a route that run on the candidate, from 0
	 * to 1.
	 */
	record Canary(@Nullable ExecutorType type, @Nullable Integer threads, @Nullable Double share) {

	}

	/**
	 * Bound on the open calls of the whole server.
	 *
	 * @param concurrentCalls Number of calls that may be open, or the most that the
	 * algorithm may allow. Further calls are refused with RESOURCE_EXHAUSTED.
	 * @param algorithm How the number of calls is found, by default as it is set.
	 */
	record Limit(@Nullable Integer concurrentCalls, @Nullable LimitAlgorithm algorithm) {

	}

	/**
	 * Services that are withdrawn.
	 *
	 * @param withdrawn Full names of services that are not offered.
	 * @param withdrawnStatus What calls of withdrawn services are answered, by default as
	 * if the server did not have them.
	 */
	record Services(@DefaultValue List<String> withdrawn, @Nullable WithdrawnStatus withdrawnStatus) {

	}

	/**
	 * How a new server takes the place of the old one.
	 *
	 * @param change Whether the new server listens before the old one stops, by default
	 * so where the transport can share a port.
	 * @param drainTimeout Time that calls have to end on the old server, by default as
	 * long as they need.
	 */
	record Generation(@Nullable GenerationChange change, @Nullable Duration drainTimeout) {

	}

	/**
	 * What is measured.
	 *
	 * @param enabled Whether calls, executors, event loops and connections are measured,
	 * by default so.
	 */
	record Metrics(@Nullable Boolean enabled) {

	}

}
