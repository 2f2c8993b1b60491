package dev.grpctuning.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.transport.Transport;

/**
 * Tuning of the gRPC server. A property that is not set leaves the framework's default
 * alone.
 */
@ConfigurationProperties(prefix = "grpc.tuning", ignoreUnknownFields = false)
public class GrpcTuningProperties {

	/**
	 * Whether the gRPC server is tuned at all.
	 */
	private boolean enabled = true;

	/**
	 * Transport of the server's own event loops. Unless it or a number of event loop
	 * threads is set, the server shares gRPC's event loops.
	 */
	private @Nullable Transport transport;

	/**
	 * Number of threads that accept connections. gRPC uses only one of them. Setting it
	 * gives the server its own event loops.
	 */
	private @Nullable Integer bossThreads;

	/**
	 * Number of threads that read and write connections, by default that of the available
	 * processors. Setting it gives the server its own event loops.
	 */
	private @Nullable Integer workerThreads;

	/**
	 * Fixed HTTP/2 flow control window of a stream and of a connection, for what the
	 * server receives. Turns the window's growth off. Excludes the initial window.
	 */
	private @Nullable DataSize flowControlWindow;

	/**
	 * HTTP/2 flow control window that a connection starts with. It grows by itself with
	 * the bandwidth-delay product. Excludes the fixed window.
	 */
	private @Nullable DataSize initialFlowControlWindow;

	/**
	 * Number of calls that one connection may have open. The client keeps further calls
	 * waiting.
	 */
	private @Nullable Integer maxConcurrentCallsPerConnection;

	/**
	 * What handlers run on.
	 */
	private final Executor executor = new Executor();

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

	public Executor getExecutor() {
		return this.executor;
	}

	/**
	 * What handlers run on.
	 */
	public static class Executor {

		/**
		 * Kind of threads that handlers run on. Direct is the event loop itself.
		 */
		private @Nullable ExecutorType type;

		/**
		 * Number of threads, by default that of the available processors. Has no effect
		 * on the types direct, cached and virtual.
		 */
		private @Nullable Integer threads;

		/**
		 * Prefix of the names of the threads; a number follows it.
		 */
		private @Nullable String threadNamePrefix;

		public @Nullable ExecutorType getType() {
			return this.type;
		}

		public void setType(@Nullable ExecutorType type) {
			this.type = type;
		}

		public @Nullable Integer getThreads() {
			return this.threads;
		}

		public void setThreads(@Nullable Integer threads) {
			this.threads = threads;
		}

		public @Nullable String getThreadNamePrefix() {
			return this.threadNamePrefix;
		}

		public void setThreadNamePrefix(@Nullable String threadNamePrefix) {
			this.threadNamePrefix = threadNamePrefix;
		}

	}

}
