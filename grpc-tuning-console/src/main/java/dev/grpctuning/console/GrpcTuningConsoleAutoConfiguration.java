package dev.grpctuning.console;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autoconfigure.GrpcTuningEndpointAutoConfiguration;
import dev.grpctuning.autoconfigure.GrpcTuningMetricsAutoConfiguration;
import dev.grpctuning.console.http.ConsolePath;
import dev.grpctuning.console.sample.Sampler;
import dev.grpctuning.console.stream.Introduction;
import dev.grpctuning.console.stream.LiveStream;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.transport.EventLoopProbe;

/**
 * Auto-configuration of the console. There is none unless the endpoint {@code grpctuning}
 * can be read over HTTP.
 */
@AutoConfiguration(after = { GrpcTuningEndpointAutoConfiguration.class, GrpcTuningMetricsAutoConfiguration.class })
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "grpc.tuning.console.enabled", matchIfMissing = true)
@ConditionalOnAvailableEndpoint(endpoint = GrpcTuningEndpoint.class, exposure = EndpointExposure.WEB)
@ConditionalOnBean({ Tuning.class, GrpcTuningEndpoint.class })
@EnableConfigurationProperties(ConsoleProperties.class)
@ImportRuntimeHints(ConsoleRuntimeHints.class)
public final class GrpcTuningConsoleAutoConfiguration {

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	private static final EndpointId CONNECTIONS = EndpointId.of("grpcconnections");

	private static final EndpointId AUTOPILOT = EndpointId.of("grpcautopilot");

	private static final EndpointId SLICES = EndpointId.of("grpcslices");

	@Bean
	LiveStream grpcTuningConsoleStream(Tuning tuning, Adviser adviser, GrpcTuningEndpoint endpoint,
			ConsoleProperties properties, Environment environment, ObjectProvider<CallMeters> calls,
			ObjectProvider<EventLoopProbe> probe, ObjectProvider<EndpointAccessResolver> access,
			ObjectProvider<PathMappedEndpoints> endpoints) {
		if (properties.maxViewers() < 1) {
			throw new InvalidConfigurationPropertyValueException("grpc.tuning.console.max-viewers",
					properties.maxViewers(), "must be 1 or more.");
		}
		List<Introduction.Preset> presets = Presets.of(properties.presets(), endpoint::problems);
		String service = environment.getProperty("spring.application.name", "gRPC service");
		Sampler sampler = new Sampler(tuning,
				() -> Optional.ofNullable(calls.getIfAvailable()).map(CallMeters::totals).orElse(null),
				probe::getIfAvailable);
		return new LiveStream(sampler, adviser::advise, INTERVAL, tuning.history()::onChange,
				() -> new Introduction(service, Runtime.getRuntime().availableProcessors(), INTERVAL.toMillis() / 1e3,
						presets, endpoint(CONNECTIONS, endpoints, access), endpoint(AUTOPILOT, endpoints, access),
						endpoint(SLICES, endpoints, access), isUnrestricted(ConsolePath.ENDPOINT, access)),
				properties.maxViewers());
	}

	private static Introduction.@Nullable Endpoint endpoint(EndpointId endpoint,
			ObjectProvider<PathMappedEndpoints> endpoints, ObjectProvider<EndpointAccessResolver> access) {
		String path = path(endpoint, endpoints);
		String tuningPath = path(ConsolePath.ENDPOINT, endpoints);
		return (path != null && tuningPath != null)
				? new Introduction.Endpoint(path, tuningPath, isUnrestricted(endpoint, access)) : null;
	}

	private static @Nullable String path(EndpointId endpoint, ObjectProvider<PathMappedEndpoints> endpoints) {
		return endpoints.stream().flatMap((each) -> Stream.ofNullable(each.getPath(endpoint))).findFirst().orElse(null);
	}

	private static boolean isUnrestricted(EndpointId endpoint, ObjectProvider<EndpointAccessResolver> access) {
		return access.stream().anyMatch((each) -> each.accessFor(endpoint, Access.READ_ONLY) == Access.UNRESTRICTED);
	}

}
