package dev.grpctuning.call;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.util.MutableHandlerRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.grpctuning.settings.value.WithdrawnStatus;

/**
 * Services of a server in a registry that can change while the server runs. All
 * generations share them, with the interceptors of their framework. Safe for use by
 * several threads.
 */
public final class LiveServices {

	private static final Log logger = LogFactory.getLog(LiveServices.class);

	private final MutableHandlerRegistry registry = new MutableHandlerRegistry();

	private final Map<String, ServerServiceDefinition> services = new LinkedHashMap<>();

	private final Map<String, ServerServiceDefinition> placed = new HashMap<>();

	private final BiConsumer<String, Boolean> health;

	private Set<String> withdrawn = Set.of();

	private WithdrawnStatus status = WithdrawnStatus.UNIMPLEMENTED;

	public LiveServices(BiConsumer<String, Boolean> health) {
		this.health = health;
	}

	public synchronized void register(ServerServiceDefinition definition) {
		String name = definition.getServiceDescriptor().getName();
		if (this.services.putIfAbsent(name, definition) != null) {
			throw new IllegalStateException("Found duplicate service implementation: " + name);
		}
		logger.info("Registered gRPC service: " + name);
		place(name, definition);
		if (this.withdrawn.contains(name)) {
			this.health.accept(name, false);
		}
	}

	public synchronized void applyTo(ServerBuilder<?> builder, boolean live) {
		if (live) {
			builder.fallbackHandlerRegistry(this.registry);
		}
		else {
			this.services.values().forEach(builder::addService);
		}
	}

	/** Full names of all services, also withdrawn ones. */
	public synchronized Set<String> names() {
		return Collections.unmodifiableSet(new LinkedHashSet<>(this.services.keySet()));
	}

	public synchronized Set<String> withdrawn() {
		return this.withdrawn;
	}

	public synchronized WithdrawnStatus status() {
		return this.status;
	}

	/** Withdraws the named services and offers the others. Open calls continue. */
	public synchronized void update(Collection<String> names, WithdrawnStatus status) {
		Set<String> old = this.withdrawn;
		this.withdrawn = Set.copyOf(names);
		this.status = status;
		this.services.forEach((name, definition) -> {
			place(name, definition);
			boolean offered = !this.withdrawn.contains(name);
			if (offered == old.contains(name)) {
				this.health.accept(name, offered);
			}
		});
	}

	private void place(String name, ServerServiceDefinition definition) {
		if (!this.withdrawn.contains(name)) {
			put(name, definition);
		}
		else if (this.status == WithdrawnStatus.UNIMPLEMENTED) {
			ServerServiceDefinition present = this.placed.remove(name);
			if (present != null) {
				this.registry.removeService(present);
			}
		}
		else {
			put(name, refusing(definition));
		}
	}

	private void put(String name, ServerServiceDefinition definition) {
		this.registry.addService(definition);
		this.placed.put(name, definition);
	}

	private static ServerServiceDefinition refusing(ServerServiceDefinition definition) {
		Status status = Status.UNAVAILABLE.withDescription(
				definition.getServiceDescriptor().getName() + " is withdrawn by grpc.tuning.services.withdrawn");
		ServerServiceDefinition.Builder refusing = ServerServiceDefinition.builder(definition.getServiceDescriptor());
		definition.getMethods().forEach((method) -> addRefusing(refusing, method.getMethodDescriptor(), status));
		return refusing.build();
	}

	private static <Q, R> void addRefusing(ServerServiceDefinition.Builder builder, MethodDescriptor<Q, R> method,
			Status status) {
		builder.addMethod(method, (call, headers) -> {
			call.close(status, new Metadata());
			return new ServerCall.Listener<>() {
			};
		});
	}

}
