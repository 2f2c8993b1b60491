package dev.grpctuning.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

import dev.grpctuning.actuate.GrpcConnectionsEndpoint;
import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.actuate.TuningDescriptor;
import dev.grpctuning.server.TuningChange;

/** Registers what a native image must keep for reflection. */
class GrpcTuningRuntimeHints implements RuntimeHintsRegistrar {

	/** Classes of which the starter reads fields, for want of an API. */
	private static final List<String> READ = List.of("io.grpc.internal.ServerImpl", "io.grpc.netty.NettyServer",
			"io.grpc.netty.NettyServerBuilder", "io.grpc.netty.NettyServerTransport");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		READ.forEach((type) -> hints.reflection()
			.registerTypeIfPresent(classLoader, type, MemberCategory.ACCESS_DECLARED_FIELDS));
		hints.resources().registerPattern("META-INF/spring-configuration-metadata.json");
	}

	/**
	 * Registers the bodies of the endpoints, because most methods of endpoints do not
	 * declare them.
	 */
	static class OfEndpoints implements RuntimeHintsRegistrar {

		@Override
		public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
			new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), TuningDescriptor.class,
					TuningChange.class, GrpcTuningEndpoint.Refusal.class,
					GrpcConnectionsEndpoint.ConnectionsDescriptor.class, GrpcConnectionsEndpoint.Answer.class);
		}

	}

}
