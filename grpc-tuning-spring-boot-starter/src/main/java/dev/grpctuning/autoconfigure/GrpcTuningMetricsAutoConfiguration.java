package dev.grpctuning.autoconfigure;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextRefreshedEvent;

import dev.grpctuning.advice.Adviser;
import dev.grpctuning.autopilot.live.Autopilot;
import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.guard.Guard;
import dev.grpctuning.metrics.AutopilotMeters;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.metrics.CpuMeters;
import dev.grpctuning.metrics.InfoMeter;
import dev.grpctuning.metrics.Readings;
import dev.grpctuning.metrics.ServerMeters;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.transport.EventLoopProbe;

/** Auto-configuration of the meters. */
@AutoConfiguration(after = GrpcTuningAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ Tuning.class, MeterRegistry.class })
@EnableConfigurationProperties(AutopilotProperties.class)
public final class GrpcTuningMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TuningMetrics grpcTuningMetrics(MeterRegistry registry, OpenConnections connections) {
		return new TuningMetrics(registry, connections);
	}

	@Bean
	@ConditionalOnMissingBean
	CallMeters grpcTuningCallMeters(MeterRegistry registry, ChangeProperties properties) {
		return new CallMeters(registry, properties.objective().checked());
	}

	@Bean(destroyMethod = "")
	@ConditionalOnMissingBean
	EventLoopProbe grpcTuningEventLoopProbe(TuningMetrics metrics) {
		return metrics.probe();
	}

	@Bean
	@ConditionalOnMissingBean
	InfoMeter grpcTuningInfoMeter(Tuning tuning) {
		return new InfoMeter(tuning);
	}

	@Bean
	@ConditionalOnMissingBean
	Readings grpcTuningReadings(Tuning tuning, CallMeters calls, EventLoopProbe probe) {
		return new Readings(tuning.generations(), calls.totals(), probe);
	}

	/** Also without the endpoint, because a program may change the tuning. */
	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean
	Guard grpcTuningGuard(Tuning tuning, Readings readings, ChangeProperties properties) {
		return new Guard(tuning, readings, properties.objective().checked());
	}

	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean
	Autopilot grpcTuningAutopilot(Tuning tuning, Readings readings, Adviser adviser, AutopilotProperties autopilot,
			ChangeProperties changes) {
		return new Autopilot(tuning, readings, adviser, autopilot.checked(), changes.objective().checked().p99());
	}

	/** Meters of the whole server, which do not keep what they read themselves. */
	@Bean
	@ConditionalOnMissingBean(name = "grpcTuningMeters")
	MeterBinder grpcTuningMeters(Tuning tuning, TuningMetrics generations, Autopilot autopilot) {
		List<MeterBinder> all = List.of(new ServerMeters(tuning, generations), new CpuMeters(),
				new AutopilotMeters(autopilot::view));
		return (registry) -> all.forEach((meters) -> meters.bindTo(registry));
	}

	/** Has no condition, because only the meter itself can be replaced. */
	@Bean
	ApplicationListener<ContextRefreshedEvent> grpcTuningInfoMeterRefresh(InfoMeter meter) {
		return (event) -> meter.refresh();
	}

}
