package dev.grpctuning.load.server.metrics;

import java.util.Map;

import dev.grpctuning.load.pressure.CpuCounters;
import dev.grpctuning.observe.LinuxCpu;

/**
 * Meters of a server's processors at one moment.
 *
 * @param loopSeconds time that each event loop of the workers ran or was ready to run, by
 * thread
 */
public record CpuMeters(CpuCounters counters, Map<String, Double> loopSeconds) {

	private static final String CPU = "grpc_tuning_cpu_";

	private static final String MACHINE = CPU + "machine_seconds_total";

	private static final String LOOP = "grpc_tuning_eventloop_";

	private static final String WORKERS = "group=\"worker\"";

	public static CpuMeters of(PrometheusText meters) {
		Map<String, Double> loops = meters.sums(LOOP + "cpu_seconds_total", "thread", WORKERS);
		meters.sums(LOOP + "delay_seconds_total", "thread", WORKERS)
			.forEach((thread, seconds) -> loops.merge(thread, seconds, Double::sum));
		Double busy = meters.find(MACHINE, "state=\"busy\"");
		Double steal = meters.find(MACHINE, "state=\"steal\"");
		Double idle = meters.find(MACHINE, "state=\"idle\"");
		return new CpuMeters(new CpuCounters(meters.find(CPU + "pressure_seconds_total"),
				meters.find(CPU + "delay_seconds_total"), meters.find(CPU + "quota_periods_total"),
				meters.find(CPU + "quota_throttled_total"),
				(busy != null && steal != null && idle != null) ? new LinuxCpu.Machine(busy, steal, idle) : null),
				loops);
	}

}
