package dev.grpctuning.autoconfigure.properties;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.settings.socket.AllocatorType;
import dev.grpctuning.settings.socket.LeakDetection;
import dev.grpctuning.settings.value.GenerationChange;
import dev.grpctuning.settings.value.Transport;
import dev.grpctuning.settings.value.WithdrawnStatus;

/**
 * Properties of the tuning of a gRPC server. Those that are not set leave the default of
 * the server's framework alone. The names are those of the knobs. A value that cannot be
 * bound is refused by {@link EnvironmentTuningSource}, together with all others.
 */
@ConfigurationProperties(prefix = "grpc.tuning", ignoreInvalidFields = true)
public class GrpcTuningProperties {

	/** Whether to tune the gRPC server. */
	private boolean enabled = true;

	/**
	 * Transport of the server. With auto, the first of epoll, io-uring and nio that
	 * works.
	 */
	private @Nullable Transport transport;

	/** Number of threads that accept connections. gRPC uses only one. */
	private @Nullable Integer bossThreads;

	/** Number of threads that read and write connections. */
	private @Nullable Integer workerThreads;

	/**
	 * Minimum number of active worker threads. Netty adds and removes them by their
	 * utilization. Requires worker-threads-max and excludes worker-threads.
	 */
	private @Nullable Integer workerThreadsMin;

	/**
	 * Maximum number of active worker threads. Netty adds and removes them by their
	 * utilization. Requires worker-threads-min and excludes worker-threads.
	 */
	private @Nullable Integer workerThreadsMax;

	/**
	 * Allocator of the buffers of connections. It is shared by all servers of the JVM
	 * that have it.
	 */
	private @Nullable AllocatorType allocator;

	/**
	 * Level of Netty's leak detection, which reports buffers that were never released. It
	 * costs CPU, and services that allocate no buffers themselves can disable it. The
	 * level applies to the whole JVM.
	 */
	private @Nullable LeakDetection leakDetection;

	/**
	 * Further addresses to listen on, each host:port. They have the same services and the
	 * same TLS.
	 */
	private @Nullable List<String> listenAddresses;

	/**
	 * Fixed HTTP/2 flow control window for requests. Excludes
	 * initial-flow-control-window.
	 */
	private @Nullable DataSize flowControlWindow;

	/**
	 * Initial HTTP/2 flow control window for requests. It grows with the bandwidth-delay
	 * product. Excludes flow-control-window.
	 */
	private @Nullable DataSize initialFlowControlWindow;

	/** Maximum number of open calls of a connection. The client queues further calls. */
	private @Nullable Integer maxConcurrentCallsPerConnection;

	/** Maximum size of an inbound message. */
	private @Nullable DataSize maxInboundMessageSize;

	/** Maximum size of inbound metadata. */
	private @Nullable DataSize maxInboundMetadataSize;

	/**
	 * Soft limit of inbound metadata. Above it, the server rejects calls at random, the
	 * larger the more often. Requires max-inbound-metadata-size.
	 */
	private @Nullable DataSize maxInboundMetadataSizeSoft;

	/**
	 * Maximum number of open connections. The server closes further ones at once.
	 * Connections that are draining do not count.
	 */
	private @Nullable Integer maxConnections;

	/**
	 * Maximum number of open connections from one IP address. Behind a proxy, all clients
	 * have its address.
	 */
	private @Nullable Integer maxConnectionsPerAddress;

	/**
	 * Maximum total size of the responses that the server buffers because clients read
	 * slowly. Above it, the server closes the connections that hold most, until the total
	 * is below it. A changed maximum applies at once to the connections that were opened
	 * while there was one.
	 */
	private @Nullable DataSize maxResponseBacklog;

	/** Event loops of io_uring. */
	private @Nullable IoUring ioUring;

	/** Pings between the server and its clients. */
	private @Nullable KeepAlive keepAlive;

	/** Services that the server offers. */
	private @Nullable Services services;

	/** How a new server replaces the old one. */
	private @Nullable Generation generation;

	/** Stages that calls report. */
	private @Nullable Stages stages;

	/** What is measured. */
	private @Nullable Metrics metrics;

	/** Options of the sockets. */
	@NestedConfigurationProperty
	private @Nullable SocketProperties socket;

	/** Limits of connections. */
	@NestedConfigurationProperty
	private @Nullable ConnectionProperties connection;

	/** What handlers run on. */
	@NestedConfigurationProperty
	private @Nullable ExecutorProperties executor;

	/** Limits of calls. */
	@NestedConfigurationProperty
	private @Nullable LimitProperties limit;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable Transport getTransport() {
		return this.transport;
	}

	public void setTransport(@Nullable Transport transport) {
		this.transport = transport;
	}

	public @Nullable Integer getBossThreads() {
		return this.bossThreads;
	}

	public void setBossThreads(@Nullable Integer bossThreads) {
		this.bossThreads = bossThreads;
	}

	public @Nullable Integer getWorkerThreads() {
		return this.workerThreads;
	}

	public void setWorkerThreads(@Nullable Integer workerThreads) {
		this.workerThreads = workerThreads;
	}

	public @Nullable Integer getWorkerThreadsMin() {
		return this.workerThreadsMin;
	}

	public void setWorkerThreadsMin(@Nullable Integer workerThreadsMin) {
		this.workerThreadsMin = workerThreadsMin;
	}

	public @Nullable Integer getWorkerThreadsMax() {
		return this.workerThreadsMax;
	}

	public void setWorkerThreadsMax(@Nullable Integer workerThreadsMax) {
		this.workerThreadsMax = workerThreadsMax;
	}

	public @Nullable AllocatorType getAllocator() {
		return this.allocator;
	}

	public void setAllocator(@Nullable AllocatorType allocator) {
		this.allocator = allocator;
	}

	public @Nullable LeakDetection getLeakDetection() {
		return this.leakDetection;
	}

	public void setLeakDetection(@Nullable LeakDetection leakDetection) {
		this.leakDetection = leakDetection;
	}

	public @Nullable List<String> getListenAddresses() {
		return this.listenAddresses;
	}

	public void setListenAddresses(@Nullable List<String> listenAddresses) {
		this.listenAddresses = listenAddresses;
	}

	public @Nullable DataSize getFlowControlWindow() {
		return this.flowControlWindow;
	}

	public void setFlowControlWindow(@Nullable DataSize flowControlWindow) {
		this.flowControlWindow = flowControlWindow;
	}

	public @Nullable DataSize getInitialFlowControlWindow() {
		return this.initialFlowControlWindow;
	}

	public void setInitialFlowControlWindow(@Nullable DataSize initialFlowControlWindow) {
		this.initialFlowControlWindow = initialFlowControlWindow;
	}

	public @Nullable Integer getMaxConcurrentCallsPerConnection() {
		return this.maxConcurrentCallsPerConnection;
	}

	public void setMaxConcurrentCallsPerConnection(@Nullable Integer maxConcurrentCallsPerConnection) {
		this.maxConcurrentCallsPerConnection = maxConcurrentCallsPerConnection;
	}

	public @Nullable DataSize getMaxInboundMessageSize() {
		return this.maxInboundMessageSize;
	}

	public void setMaxInboundMessageSize(@Nullable DataSize maxInboundMessageSize) {
		this.maxInboundMessageSize = maxInboundMessageSize;
	}

	public @Nullable DataSize getMaxInboundMetadataSize() {
		return this.maxInboundMetadataSize;
	}

	public void setMaxInboundMetadataSize(@Nullable DataSize maxInboundMetadataSize) {
		this.maxInboundMetadataSize = maxInboundMetadataSize;
	}

	public @Nullable DataSize getMaxInboundMetadataSizeSoft() {
		return this.maxInboundMetadataSizeSoft;
	}

	public void setMaxInboundMetadataSizeSoft(@Nullable DataSize maxInboundMetadataSizeSoft) {
		this.maxInboundMetadataSizeSoft = maxInboundMetadataSizeSoft;
	}

	public @Nullable Integer getMaxConnections() {
		return this.maxConnections;
	}

	public void setMaxConnections(@Nullable Integer maxConnections) {
		this.maxConnections = maxConnections;
	}

	public @Nullable Integer getMaxConnectionsPerAddress() {
		return this.maxConnectionsPerAddress;
	}

	public void setMaxConnectionsPerAddress(@Nullable Integer maxConnectionsPerAddress) {
		this.maxConnectionsPerAddress = maxConnectionsPerAddress;
	}

	public @Nullable DataSize getMaxResponseBacklog() {
		return this.maxResponseBacklog;
	}

	public void setMaxResponseBacklog(@Nullable DataSize maxResponseBacklog) {
		this.maxResponseBacklog = maxResponseBacklog;
	}

	public @Nullable IoUring getIoUring() {
		return this.ioUring;
	}

	public void setIoUring(@Nullable IoUring ioUring) {
		this.ioUring = ioUring;
	}

	public @Nullable KeepAlive getKeepAlive() {
		return this.keepAlive;
	}

	public void setKeepAlive(@Nullable KeepAlive keepAlive) {
		this.keepAlive = keepAlive;
	}

	public @Nullable Services getServices() {
		return this.services;
	}

	public void setServices(@Nullable Services services) {
		this.services = services;
	}

	public @Nullable Generation getGeneration() {
		return this.generation;
	}

	public void setGeneration(@Nullable Generation generation) {
		this.generation = generation;
	}

	public @Nullable Stages getStages() {
		return this.stages;
	}

	public void setStages(@Nullable Stages stages) {
		this.stages = stages;
	}

	public @Nullable Metrics getMetrics() {
		return this.metrics;
	}

	public void setMetrics(@Nullable Metrics metrics) {
		this.metrics = metrics;
	}

	public @Nullable SocketProperties getSocket() {
		return this.socket;
	}

	public void setSocket(@Nullable SocketProperties socket) {
		this.socket = socket;
	}

	public @Nullable ConnectionProperties getConnection() {
		return this.connection;
	}

	public void setConnection(@Nullable ConnectionProperties connection) {
		this.connection = connection;
	}

	public @Nullable ExecutorProperties getExecutor() {
		return this.executor;
	}

	public void setExecutor(@Nullable ExecutorProperties executor) {
		this.executor = executor;
	}

	public @Nullable LimitProperties getLimit() {
		return this.limit;
	}

	public void setLimit(@Nullable LimitProperties limit) {
		this.limit = limit;
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
