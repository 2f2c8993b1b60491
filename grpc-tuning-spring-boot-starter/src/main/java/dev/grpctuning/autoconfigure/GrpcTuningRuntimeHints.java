package dev.grpctuning.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

import dev.grpctuning.actuate.GrpcConnectionsEndpoint;
import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.actuate.TuningDescriptor;
import dev.grpctuning.alternate.SliceState;
import dev.grpctuning.autoconfigure.properties.GrpcTuningProperties;
import dev.grpctuning.change.TuningChange;
import dev.grpctuning.server.ServerParts;

/** Registers what a native image must keep for reflection. */
class GrpcTuningRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		ServerParts.reflected()
			.forEach((type) -> hints.reflection()
				.registerTypeIfPresent(classLoader, type, MemberCategory.ACCESS_DECLARED_FIELDS));
		BindableRuntimeHintsRegistrar.forTypes(GrpcTuningProperties.class).registerHints(hints);
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
					GrpcConnectionsEndpoint.ConnectionsDescriptor.class, GrpcConnectionsEndpoint.Answer.class,
					SliceState.class);
		}

	}

}
