package dev.grpctuning.autoconfigure;

import net.devh.boot.grpc.server.event.GrpcServerLifecycleEvent;
import net.devh.boot.grpc.server.event.GrpcServerStartedEvent;
import net.devh.boot.grpc.server.event.GrpcServerTerminatedEvent;
import org.springframework.context.ApplicationListener;

import dev.grpctuning.lifecycle.Generations;

/**
 * Tells the generations when a server of net.devh starts and stops.
 *
 * @param generations the generations to tell
 */
record GenerationListener(Generations generations) implements ApplicationListener<GrpcServerLifecycleEvent> {

	@Override
	public void onApplicationEvent(GrpcServerLifecycleEvent event) {
		if (event instanceof GrpcServerStartedEvent) {
			this.generations.started(event.getServer());
		}
		else if (event instanceof GrpcServerTerminatedEvent) {
			this.generations.stopped(event.getServer());
		}
	}

}
