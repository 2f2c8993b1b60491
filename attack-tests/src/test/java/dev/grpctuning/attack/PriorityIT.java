package dev.grpctuning.attack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.api.LoadTest;
import dev.grpctuning.load.engine.result.LoadResult;
import dev.grpctuning.load.latency.HistogramText;
import dev.grpctuning.testkit.AppProcess;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls of low priority come at twelve times the rate that the service can answer. */
@Timeout(300)
class PriorityIT {

	/**
	 * Eight threads that take 40 ms for a call: so few calls that processors are not what
	 * is short.
	 */
	private static final int CAPACITY = 200;

	private static final Duration OBJECTIVE = Duration.ofMillis(200);

	private static final int ATTEMPTS = 5;

	@Test
	void whenCallsOfLowPriorityOverloadTheServiceThenImportantOnesAreAnsweredInTime(@TempDir Path folder)
			throws Exception {
		try (AppProcess service = AppProcess.service(folder, "--grpc.server.port=0", "--server.port=0",
				"--spring.profiles.active=plain", "--hello.work.delay=40ms", "--grpc.tuning.executor.type=fixed",
				"--grpc.tuning.executor.threads=8", "--grpc.tuning.limit.concurrent-calls=16",
				"--grpc.tuning.limit.by-priority=true")) {
			Served served = serve(service);
			// Other work on the machine may take the time of both.
			for (int attempt = 1; attempt < ATTEMPTS && !served.asPromised(); attempt++) {
				served = serve(service);
			}
			assertThat(served).matches(Served::asPromised);
		}
	}

	private static Served serve(AppProcess service) throws Exception {
		CompletableFuture<LoadResult> low = CompletableFuture.supplyAsync(() -> load(service, "low", CAPACITY * 12));
		LoadResult important = load(service, "critical", CAPACITY / 5.0);
		double inTime = inTime(important);
		return new Served(inTime / important.counts().started(),
				(inTime + inTime(low.get())) / important.rate().elapsedSeconds());
	}

	private static LoadResult load(AppProcess service, String priority, double rate) {
		try {
			return LoadTest.target("127.0.0.1:" + service.grpcPort())
				.call("hello.v1.HelloService/SayHello")
				.metadata("x-priority", priority)
				.channels(4)
				.open(rate)
				.warmup(Duration.ofSeconds(2))
				.duration(Duration.ofSeconds(5))
				.run();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static long inTime(LoadResult load) {
		Histogram micros = HistogramText.decode(load.latencyMicros().response().histogram());
		return micros.getCountBetweenValues(0, OBJECTIVE.toNanos() / 1000);
	}

	/** Share of the important calls, and all calls per second, answered in time. */
	private record Served(double important, double perSecond) {

		/** Without priorities, a tenth of the important calls are answered. */
		boolean asPromised() {
			return this.important >= 0.9 && this.perSecond >= 0.5 * CAPACITY;
		}

	}

}
