package dev.grpctuning.load.serve;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import io.grpc.Status;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.engine.plan.LoadModel;
import dev.grpctuning.load.engine.plan.Warmup;
import dev.grpctuning.load.engine.result.Progress;
import dev.grpctuning.load.engine.result.TimelinePoint;
import dev.grpctuning.load.engine.result.TimelinePoint.ProcessUse;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.schedule.ArrivalPlan;
import dev.grpctuning.load.schedule.Arrivals;
import dev.grpctuning.load.schedule.Concurrency;
import dev.grpctuning.load.schedule.Rate;
import dev.grpctuning.load.schedule.Shard;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LoadMeters} as Prometheus sees them. */
@Tag(Approved.TAG)
class LoadMetersTests {

	private static final LoadModel OPEN = new LoadModel.Open(
			new ArrivalPlan.OfRate(new Rate.Constant(123.5), Arrivals.CONSTANT, 1, Shard.ALL), Duration.ZERO, 0,
			Warmup.NONE, Duration.ofSeconds(10));

	private static final String TAGS = "model=\"open\",target=\"server:9090\"";

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	private List<String> before = List.of();

	private final LoadMeters meters = new LoadMeters(this.registry, "server:9090", "open");

	@Test
	void whenALoadGoesOnThenItsMetersFollow() {
		StringBuilder seen = new StringBuilder(changed("nothing has happened"));
		send(7);
		this.meters.sent(3_000_000);
		this.meters.answered(4_000_000, 7_000_000);
		this.meters.failed(Status.Code.UNAVAILABLE);
		this.meters.failed(Status.Code.UNAVAILABLE);
		this.meters.failed(Status.Code.DATA_LOSS);
		this.meters.cancelled();
		seen.append(changed("calls have ended"));
		this.meters.second(second(1, true, true), OPEN);
		seen.append(changed("a second of the warm-up"));
		this.meters.second(second(2, false, false), OPEN);
		seen.append(changed("two seconds"));
		this.meters.second(second(100, false, true), OPEN);
		seen.append(changed("longer than the plan"));
		this.meters.ended();
		seen.append(changed("the end"));
		Approved.assertCase("drive.txt", seen.toString().strip());
	}

	/** The series that have another value than before. */
	private String changed(String when) {
		List<String> now = this.registry.scrape()
			.lines()
			.filter((line) -> !line.startsWith("#") && !line.contains("_bucket{"))
			.toList();
		String lines = now.stream()
			.filter((line) -> !this.before.contains(line))
			.map((line) -> "  " + line + "\n")
			.collect(Collectors.joining());
		this.before = now;
		return when + "\n" + lines;
	}

	@ParameterizedTest
	@ValueSource(strings = { "load_response_time_seconds", "load_service_time_seconds", "load_lag_seconds" })
	void whenATimeIsThatOfABucketThenItIsInIt(String name) {
		String[] bounds = { "1.0E-4", "2.5E-4", "5.0E-4", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1",
				"0.25", "0.5", "1.0", "2.5", "5.0", "10.0" };
		for (String bound : bounds) {
			long nanos = Math.round(Double.parseDouble(bound) * 1e9);
			this.meters.sent(nanos);
			this.meters.answered(nanos, nanos);
			this.meters.sent(nanos + 1);
			this.meters.answered(nanos + 1, nanos + 1);
		}
		for (int i = 0; i < bounds.length; i++) {
			assertThat(bucket(name, bounds[i])).as(bounds[i]).isEqualTo(2 * i + 1);
		}
		assertThat(bucket(name, "+Inf")).isEqualTo(2 * bounds.length);
		assertThat(this.registry.scrape().lines().filter((line) -> line.startsWith(name + "_bucket")))
			.hasSize(bounds.length + 1);
	}

	@Test
	void whenCallsAreKeptOpenThenAsManyAreDueAsAreSent() {
		LoadModel closed = new LoadModel.Closed(new Concurrency.Constant(1), Warmup.NONE, Duration.ofSeconds(5));
		send(17);
		this.meters.second(second(1, false, false), closed);
		assertThat(due()).isEqualTo(17);
		send(3);
		this.meters.ended();
		assertThat(due()).as("also of the last part of a second").isEqualTo(20);
	}

	private void send(int calls) {
		for (int i = 0; i < calls; i++) {
			this.meters.sent(0);
		}
	}

	private double due() {
		return value("load_calls_due_total{" + TAGS + "}");
	}

	private static Progress second(double seconds, boolean warmingUp, boolean saturated) {
		return new Progress(new TimelinePoint(seconds, 0, 0, 0, 0, 0, 0, 0, 0, 0L, new ProcessUse(0, 0, 0, 1), null),
				warmingUp, 0, null, 0, 0, saturated, null);
	}

	@Test
	void whenTheyAreRemovedThenTheNextBeginAnew() {
		this.meters.sent(1);
		this.meters.failed(Status.Code.DATA_LOSS);
		this.meters.remove();
		assertThat(this.registry.getMeters()).isEmpty();
		new LoadMeters(this.registry, "server:9090", "open").sent(1);
		assertThat(value("load_calls_started_total{" + TAGS + "}")).isOne();
	}

	private double bucket(String name, String bound) {
		return value(name + "_bucket{" + TAGS + ",le=\"" + bound + "\"}");
	}

	private double value(String series) {
		String[] lines = this.registry.scrape()
			.lines()
			.filter((line) -> line.startsWith(series + " "))
			.toArray(String[]::new);
		assertThat(lines).as(series).hasSize(1);
		return Double.parseDouble(Arrays.asList(lines).getFirst().substring(series.length() + 1));
	}

}
