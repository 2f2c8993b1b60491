package dev.grpctuning.call;

import java.util.Collection;
import java.util.Set;
import java.util.function.BiConsumer;

import io.grpc.Metadata;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

import dev.grpctuning.settings.value.WithdrawnStatus;

/**
 * Refuses the calls of withdrawn services. The services stay in their server's registry,
 * and so in gRPC's reflection. Safe for use by several threads.
 */
public final class LiveServices {

	private final BiConsumer<String, Boolean> health;

	private volatile Withdrawn withdrawn = new Withdrawn(Set.of(), WithdrawnStatus.UNIMPLEMENTED);

	/**
	 * Creates the services.
	 * @param health told the names of services, and whether they are offered
	 */
	public LiveServices(BiConsumer<String, Boolean> health) {
		this.health = health;
	}

	public void applyTo(ServerBuilder<?> builder) {
		builder.intercept(new Refusals());
	}

	public Set<String> withdrawn() {
		return this.withdrawn.names();
	}

	public WithdrawnStatus status() {
		return this.withdrawn.status();
	}

	/** Withdraws the named services and offers the others. Open calls continue. */
	public synchronized void update(Collection<String> names, WithdrawnStatus status) {
		Withdrawn old = this.withdrawn;
		Withdrawn next = new Withdrawn(Set.copyOf(names), status);
		this.withdrawn = next;
		next.names()
			.stream()
			.filter((name) -> !old.names().contains(name))
			.forEach((name) -> this.health.accept(name, false));
		old.names()
			.stream()
			.filter((name) -> !next.names().contains(name))
			.forEach((name) -> this.health.accept(name, true));
	}

	private record Withdrawn(Set<String> names, WithdrawnStatus status) {

		/** Status of a call, as gRPC words it where the method does not exist. */
		Status refusal(String service, String method) {
			return switch (this.status) {
				case UNIMPLEMENTED -> Status.UNIMPLEMENTED.withDescription("Method not found: " + method);
				case UNAVAILABLE -> Status.UNAVAILABLE.withDescription(service + " is withdrawn");
			};
		}

	}

	private final class Refusals implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata headers,
				ServerCallHandler<Q, R> next) {
			Withdrawn present = LiveServices.this.withdrawn;
			String service = call.getMethodDescriptor().getServiceName();
			if (service == null || !present.names().contains(service)) {
				return next.startCall(call, headers);
			}
			call.close(present.refusal(service, call.getMethodDescriptor().getFullMethodName()), new Metadata());
			return new ServerCall.Listener<>() {
			};
		}

	}

}
