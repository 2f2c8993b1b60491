package dev.grpctuning.autoconfigure;

import java.util.Arrays;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.util.unit.DataSize;

import dev.grpctuning.FlowControlWindow;
import dev.grpctuning.TuningSettings;
import dev.grpctuning.executor.ExecutorSettings;
import dev.grpctuning.executor.ExecutorType;
import dev.grpctuning.transport.EventLoopSettings;
import dev.grpctuning.transport.Transport;
import dev.grpctuning.transport.TransportAvailability;

/**
 * Turns the properties into settings and refuses what cannot work.
 *
 * @param properties what the user set
 * @param availability which transports work on this machine
 * @param javaVersion feature version of the JVM
 */
record TuningSettingsFactory(GrpcTuningProperties properties, TransportAvailability availability, int javaVersion) {

	private static final String PREFIX = "grpc.tuning.";

	private static final String DEFAULT_THREAD_NAME_PREFIX = "grpc-server-app-";

	// A ForkJoinPool takes no more.
	private static final int MAX_THREADS = 32767;

	TuningSettings create() {
		return new TuningSettings(eventLoops(), executor(), flowControlWindow(),
				range("max-concurrent-calls-per-connection", this.properties.getMaxConcurrentCallsPerConnection(),
						Integer.MAX_VALUE));
	}

	private @Nullable EventLoopSettings eventLoops() {
		Transport transport = this.properties.getTransport();
		Integer bossThreads = range("boss-threads", this.properties.getBossThreads(), MAX_THREADS);
		Integer workerThreads = range("worker-threads", this.properties.getWorkerThreads(), MAX_THREADS);
		if (transport == null && bossThreads == null && workerThreads == null) {
			return null;
		}
		Transport resolved = this.availability.resolve((transport != null) ? transport : Transport.AUTO);
		String reason = this.availability.unavailabilityReason(resolved);
		if (reason != null) {
			throw invalid("transport", resolved.propertyValue(),
					"does not work here (%s); use one of %s.".formatted(reason,
							this.availability.available()
								.stream()
								.map(Transport::propertyValue)
								.collect(Collectors.joining(", "))));
		}
		return new EventLoopSettings(resolved, (bossThreads != null) ? bossThreads : 1, workerThreads);
	}

	private @Nullable ExecutorSettings executor() {
		GrpcTuningProperties.Executor executor = this.properties.getExecutor();
		ExecutorType type = executor.getType();
		Integer threads = range("executor.threads", executor.getThreads(), MAX_THREADS);
		String prefix = executor.getThreadNamePrefix();
		if (type == null) {
			refuseWithoutType("executor.threads", threads);
			refuseWithoutType("executor.thread-name-prefix", prefix);
			return null;
		}
		if (type == ExecutorType.VIRTUAL && this.javaVersion < 21) {
			throw invalid("executor.type", type.propertyValue(),
					"needs Java 21 or later and this is Java %d; use one of %s.".formatted(this.javaVersion,
							Arrays.stream(ExecutorType.values())
								.filter((other) -> other != ExecutorType.VIRTUAL)
								.map(ExecutorType::propertyValue)
								.collect(Collectors.joining(", "))));
		}
		return new ExecutorSettings(type, (threads != null) ? threads : Runtime.getRuntime().availableProcessors(),
				(prefix != null) ? prefix : DEFAULT_THREAD_NAME_PREFIX);
	}

	private static void refuseWithoutType(String name, @Nullable Object value) {
		if (value != null) {
			throw invalid(name, value,
					"has no effect without %sexecutor.type; set that to one of %s.".formatted(PREFIX,
							Arrays.stream(ExecutorType.values())
								.map(ExecutorType::propertyValue)
								.collect(Collectors.joining(", "))));
		}
	}

	private @Nullable FlowControlWindow flowControlWindow() {
		DataSize fixed = this.properties.getFlowControlWindow();
		DataSize initial = this.properties.getInitialFlowControlWindow();
		MutuallyExclusiveConfigurationPropertiesException.throwIfMultipleNonNullValuesIn((entries) -> {
			entries.put(PREFIX + "flow-control-window", fixed);
			entries.put(PREFIX + "initial-flow-control-window", initial);
		});
		if (fixed != null) {
			return new FlowControlWindow(bytes("flow-control-window", fixed), true);
		}
		return (initial != null) ? new FlowControlWindow(bytes("initial-flow-control-window", initial), false) : null;
	}

	private static int bytes(String name, DataSize size) {
		if (size.toBytes() < 1 || size.toBytes() > Integer.MAX_VALUE) {
			throw invalid(name, size, "must be between 1B and %dB.".formatted(Integer.MAX_VALUE));
		}
		return (int) size.toBytes();
	}

	private static @Nullable Integer range(String name, @Nullable Integer value, int max) {
		if (value != null && (value < 1 || value > max)) {
			throw invalid(name, value, "must be between 1 and %d.".formatted(max));
		}
		return value;
	}

	private static InvalidConfigurationPropertyValueException invalid(String name, Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(PREFIX + name, value, reason);
	}

}
