package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.settings.socket.AllocatorType;
import dev.grpctuning.settings.socket.LeakDetection;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.WithdrawnStatus;

/**
 * Properties of the tuning of a gRPC server. Those that are not set leave the default of
 * the server's framework alone. The names are those of the knobs. The groups are no part
 * of the names. Spring Boot's annotation processor and its endpoint configprops read each
 * group as properties of its own. A value that cannot be bound is refused by
 * {@link EnvironmentTuningSource}, together with all others.
 *
 * @param network What the server listens on, and its event loops.
 * @param connections Windows and limits of connections.
 * @param operation How calls are handled, limited and measured, and how a new server
 * replaces the old one.
 */
public record GrpcTuningProperties(@Name("") @DefaultValue Network network,
		@Name("") @DefaultValue Connections connections, @Name("") @DefaultValue Operation operation) {

	private static final String PREFIX = "grpc.tuning";

	/**
	 * What the server listens on, and its event loops.
	 *
	 * @param transport Transport of the server. With auto, the first of epoll, io-uring
	 * and nio that works.
	 * @param bossThreads Number of threads that accept connections. gRPC uses only one.
	 * @param workerThreads Number of threads that read and write connections.
	 * @param workerThreadsMin Minimum number of active worker threads. Netty adds and
	 * removes them by their utilization. Requires worker-threads-max and excludes
	 * worker-threads.
	 * @param workerThreadsMax Maximum number of active worker threads. Netty adds and
	 * removes them by their utilization. Requires worker-threads-min and excludes
	 * worker-threads.
	 * @param ioUring Event loops of io_uring.
	 * @param allocator Allocator of the buffers of connections. It is shared by all
	 * servers of the JVM that have it.
	 * @param leakDetection Level of Netty's leak detection, which reports buffers that
	 * were never released. It costs CPU, and services that allocate no buffers themselves
	 * can disable it. The level applies to the whole JVM.
	 * @param listenAddresses Further addresses to listen on, each host:port. They have
	 * the same services and the same TLS.
	 * @param socket Options of the sockets.
	 */
	@ConfigurationProperties(prefix = PREFIX, ignoreInvalidFields = true)
	public record Network(@Nullable Transport transport, @Nullable Integer bossThreads, @Nullable Integer workerThreads,
			@Nullable Integer workerThreadsMin, @Nullable Integer workerThreadsMax, @Nullable IoUring ioUring,
			@Nullable AllocatorType allocator, @Nullable LeakDetection leakDetection,
			@Nullable List<String> listenAddresses, @NestedConfigurationProperty @Nullable SocketProperties socket) {

	}

	/**
	 * Windows and limits of connections.
	 *
	 * @param flowControlWindow Fixed HTTP/2 flow control window for requests. Excludes
	 * initial-flow-control-window.
	 * @param initialFlowControlWindow Initial HTTP/2 flow control window for requests. It
	 * grows with the bandwidth-delay product. Excludes flow-control-window.
	 * @param maxConcurrentCallsPerConnection Maximum number of open calls of a
	 * connection. The client queues further calls.
	 * @param maxInboundMessageSize Maximum size of an inbound message.
	 * @param maxInboundMetadataSize Maximum size of inbound metadata.
	 * @param maxInboundMetadataSizeSoft Soft limit of inbound metadata. Above it, the
	 * server rejects calls at random, the larger the more often. Requires
	 * max-inbound-metadata-size.
	 * @param maxConnections Maximum number of open connections. The server closes further
	 * ones at once. Connections that are draining do not count.
	 * @param maxConnectionsPerAddress Maximum number of open connections from one IP
	 * address. Behind a proxy, all clients have its address.
	 * @param maxResponseBacklog Maximum total size of the responses that the server
	 * buffers because clients read slowly. Above it, the server closes the connections
	 * that hold most, until the total is below it. A changed maximum applies at once to
	 * the connections that were opened while there was one.
	 * @param keepAlive Pings between the server and its clients.
	 * @param connection Limits of connections.
	 */
	@ConfigurationProperties(prefix = PREFIX, ignoreInvalidFields = true)
	public record Connections(@Nullable DataSize flowControlWindow, @Nullable DataSize initialFlowControlWindow,
			@Nullable Integer maxConcurrentCallsPerConnection, @Nullable DataSize maxInboundMessageSize,
			@Nullable DataSize maxInboundMetadataSize, @Nullable DataSize maxInboundMetadataSizeSoft,
			@Nullable Integer maxConnections, @Nullable Integer maxConnectionsPerAddress,
			@Nullable DataSize maxResponseBacklog, @Nullable KeepAlive keepAlive,
			@NestedConfigurationProperty @Nullable ConnectionProperties connection) {

	}

	/**
	 * How calls are handled, limited and measured, and how a new server replaces the old
	 * one.
	 *
	 * @param enabled Whether to tune the gRPC server.
	 * @param services Services that the server offers.
	 * @param generation How a new server replaces the old one.
	 * @param stages Stages that calls report.
	 * @param metrics What is measured.
	 * @param executor What handlers run on.
	 * @param limit Limits of calls.
	 */
	@ConfigurationProperties(prefix = PREFIX, ignoreInvalidFields = true)
	public record Operation(@DefaultValue("true") boolean enabled, @Nullable Services services,
			@Nullable Generation generation, @Nullable Stages stages, @Nullable Metrics metrics,
			@NestedConfigurationProperty @Nullable ExecutorProperties executor,
			@NestedConfigurationProperty @Nullable LimitProperties limit) {

	}

	/**
	 * Event loops of io_uring.
	 *
	 * @param ringSize Size of the submission queue of each event loop, a power of two.
	 * Requires transport=io-uring.
	 * @param completionQueueSize Size of the completion queue of each event loop, a power
	 * of two. Requires io-uring.ring-size.
	 */
	public record IoUring(@Nullable Integer ringSize, @Nullable Integer completionQueueSize) {

	}

	/**
	 * Pings between the server and its clients.
	 *
	 * @param time Time without traffic after which the server pings a client. gRPC raises
	 * it to at least 10 seconds.
	 * @param timeout Time to wait for the answer to a ping before the server closes the
	 * connection.
	 * @param permitTime Minimum time between a client's pings. The server closes
	 * connections that ping more often.
	 * @param permitWithoutCalls Whether clients may ping while they have no open call.
	 */
	public record KeepAlive(@Nullable Duration time, @Nullable Duration timeout, @Nullable Duration permitTime,
			@Nullable Boolean permitWithoutCalls) {

	}

	/**
	 * Services that the server offers.
	 *
	 * @param withdrawn Full names of services that the server does not offer.
	 * @param withdrawnStatus Status that calls of withdrawn services end with.
	 */
	public record Services(@Nullable List<String> withdrawn, @Nullable WithdrawnStatus withdrawnStatus) {

	}

	/**
	 * How a new server replaces the old one.
	 *
	 * @param change How a new generation of the server takes over: swap starts it before
	 * the old one stops, restart after.
	 * @param drainTimeout Time that open calls have to end on the old generation of the
	 * server.
	 * @param maxDraining Maximum number of old generations that drain at once. Beyond
	 * that, the server cancels the calls of the oldest.
	 */
	public record Generation(@Nullable GenerationChange change, @Nullable Duration drainTimeout,
			@Nullable Integer maxDraining) {

	}

	/**
	 * Stages that calls report.
	 *
	 * @param sampledPerSecond Number of unary calls per second that report how long they
	 * spent in each stage of the server, in the trailer server-timing. Calls are picked
	 * at random.
	 */
	public record Stages(@Nullable Integer sampledPerSecond) {

	}

	/**
	 * What is measured.
	 *
	 * @param enabled Whether to measure calls, executors, event loops and connections.
	 */
	public record Metrics(@Nullable Boolean enabled) {

	}

}
