package dev.grpctuning.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.ContextRefreshedEvent;

import dev.grpctuning.connection.OpenConnections;
import dev.grpctuning.guard.Guard;
import dev.grpctuning.guard.Reading;
import dev.grpctuning.metrics.CallMeters;
import dev.grpctuning.metrics.CallTotals;
import dev.grpctuning.metrics.CpuMeters;
import dev.grpctuning.metrics.InfoMeter;
import dev.grpctuning.metrics.ServerMeters;
import dev.grpctuning.metrics.TuningMetrics;
import dev.grpctuning.server.Generation;
import dev.grpctuning.server.Generations;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.transport.EventLoopProbe;

/** Auto-configuration of the meters. */
@AutoConfiguration(after = GrpcTuningAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ Tuning.class, MeterRegistry.class })
public final class GrpcTuningMetricsAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TuningMetrics grpcTuningMetrics(MeterRegistry registry, OpenConnections connections) {
		return new TuningMetrics(registry, connections);
	}

	@Bean
	@ConditionalOnMissingBean
	ServerMeters grpcTuningServerMeters(Tuning tuning, TuningMetrics generations) {
		return new ServerMeters(tuning.connections(), tuning.limits(), tuning.generations().ages(), generations);
	}

	@Bean
	@ConditionalOnMissingBean
	CallMeters grpcTuningCallMeters(MeterRegistry registry) {
		return new CallMeters(registry);
	}

	@Bean(destroyMethod = "")
	@ConditionalOnMissingBean
	EventLoopProbe grpcTuningEventLoopProbe(TuningMetrics metrics) {
		return metrics.probe();
	}

	@Bean
	@ConditionalOnMissingBean
	CpuMeters grpcTuningCpuMeters() {
		return new CpuMeters();
	}

	@Bean
	@ConditionalOnMissingBean
	InfoMeter grpcTuningInfoMeter(Tuning tuning) {
		return new InfoMeter(tuning);
	}

	/** Also without the endpoint, because a program may change the tuning. */
	@Bean
	@Lazy(false)
	@ConditionalOnMissingBean
	Guard grpcTuningGuard(Tuning tuning, CallMeters calls, ChangeProperties properties) {
		return new Guard(tuning, () -> reading(tuning.generations(), calls.totals()), properties.objective().checked());
	}

	private static @Nullable Reading reading(Generations generations, CallTotals calls) {
		Generation serving = generations.serving();
		return (serving != null && serving.isRecorded()) ? new Reading(System.nanoTime(), calls.all(), calls.failed(),
				calls.durations(), generations.openCalls()) : null;
	}

	/** Has no condition, because only the meter itself can be replaced. */
	@Bean
	ApplicationListener<ContextRefreshedEvent> grpcTuningInfoMeterRefresh(InfoMeter meter) {
		return (event) -> meter.refresh();
	}

}
