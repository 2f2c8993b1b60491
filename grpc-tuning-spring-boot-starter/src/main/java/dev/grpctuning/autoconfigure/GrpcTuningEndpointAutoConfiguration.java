package dev.grpctuning.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;

import dev.grpctuning.actuate.GrpcAutopilotEndpoint;
import dev.grpctuning.actuate.GrpcConnectionsEndpoint;
import dev.grpctuning.actuate.GrpcSlicesEndpoint;
import dev.grpctuning.actuate.GrpcTuningEndpoint;
import dev.grpctuning.actuate.ShownValues;
import dev.grpctuning.actuate.TuningAudit;
import dev.grpctuning.advice.Adviser;
import dev.grpctuning.alternate.SliceRuns;
import dev.grpctuning.autopilot.live.Autopilot;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.guard.Guard;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.value.TransportAvailability;
import dev.grpctuning.transport.EventLoopProbe;

/** Auto-configuration of the actuator endpoints. */
@AutoConfiguration(after = { GrpcTuningAutoConfiguration.class, GrpcTuningMetricsAutoConfiguration.class })
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Tuning.class)
@EnableConfigurationProperties(GrpcTuningEndpointProperties.class)
@ImportRuntimeHints(GrpcTuningRuntimeHints.OfEndpoints.class)
public final class GrpcTuningEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint
	GrpcTuningEndpoint grpcTuningEndpoint(Tuning tuning, TransportAvailability availability, Adviser adviser,
			ObjectProvider<EventLoopProbe> probe, GrpcTuningEndpointProperties properties,
			ObjectProvider<SanitizingFunction> sanitizing, ObjectProvider<Guard> guard) {
		return new GrpcTuningEndpoint(tuning, availability, adviser,
				() -> probe.stream().flatMap((each) -> each.late().stream()).toList(),
				shownValues(properties, sanitizing), guard.getIfAvailable() != null);
	}

	private static ShownValues shownValues(GrpcTuningEndpointProperties properties,
			ObjectProvider<SanitizingFunction> sanitizing) {
		return new ShownValues(properties.showValues(), properties.roles(), sanitizing.orderedStream().toList());
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint
	GrpcConnectionsEndpoint grpcTuningConnectionsEndpoint(OpenConnections connections) {
		return new GrpcConnectionsEndpoint(connections);
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint(endpoint = GrpcSlicesEndpoint.class)
	SliceRuns grpcTuningSliceRuns(Tuning tuning, ObjectProvider<CallMeters> calls) {
		CallMeters meters = calls.getIfAvailable();
		return new SliceRuns(tuning, (meters != null) ? meters.totals()::answered : null);
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnAvailableEndpoint
	GrpcSlicesEndpoint grpcTuningSlicesEndpoint(SliceRuns runs, GrpcTuningEndpointProperties properties,
			ObjectProvider<SanitizingFunction> sanitizing) {
		return new GrpcSlicesEndpoint(runs, shownValues(properties, sanitizing));
	}

	/** The autopilot needs measured calls. */
	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnBean(Autopilot.class)
	@ConditionalOnAvailableEndpoint
	GrpcAutopilotEndpoint grpcTuningAutopilotEndpoint(Autopilot autopilot) {
		return new GrpcAutopilotEndpoint(autopilot);
	}

	/** The application keeps them if it has an {@code AuditEventRepository}. */
	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean
	TuningAudit grpcTuningAudit(Tuning tuning, ApplicationEventPublisher events,
			GrpcTuningEndpointProperties properties, ObjectProvider<SanitizingFunction> sanitizing) {
		return new TuningAudit(tuning, events, shownValues(properties, sanitizing));
	}

	/** Has no condition, because it belongs to the endpoints. */
	@Bean
	WholeBodyAdvisor grpcTuningWholeBodyAdvisor() {
		return new WholeBodyAdvisor();
	}

}
