package dev.grpctuning.load.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.server.metrics.ServerSample;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerObservation}. */
class ServerObservationTests {

	private static final ServerSpec SPEC = new ServerSpec(Path.of("service.jar"), Path.of("jdk"), null, List.of(),
			Map.of(), Path.of("results"));

	@Test
	void whenThereAreSamplesThenPeaksAreTheLargestOfAllAndCpuIsTheDifference() {
		ServerObservation server = observation(300, sample(2.5, 100, 40), sample(3, 500, 90), sample(4, 200, 90));
		assertThat(server.peakThreads()).isEqualTo(90);
		assertThat(server.peakHeapBytes()).isEqualTo(500);
		assertThat(server.cpuSeconds()).isEqualTo(1.5);
	}

	@Test
	void whenTheActuatorNeverAnsweredThenOnlyTheGcLogSaysSomething() {
		ServerObservation server = observation(300);
		assertThat(server.peakThreads()).isZero();
		assertThat(server.peakHeapBytes()).isEqualTo(300);
		assertThat(server.cpuSeconds()).isZero();
	}

	@Test
	void whenTheServerIsOlderThanTheRunAndGoesOnThenOnlyAPeakOfTheRunCounts() {
		assertThat(living(thread(40, 90), thread(44, 90), thread(41, 90)).peakThreads()).isEqualTo(44);
		assertThat(living(thread(40, 90), thread(44, 95)).peakThreads()).isEqualTo(95);
		assertThat(living().peakThreads()).isZero();
	}

	private static ServerObservation living(ServerSample... samples) {
		return new ServerObservation(SPEC, 2, null, List.of(samples), null, null, null, true, List.of());
	}

	private static ServerSample thread(int threads, int peakThreads) {
		return new ServerSample(0, 1, 0, 0, threads, peakThreads, 0, 0, 0, 0, null, null);
	}

	private static ServerObservation observation(long gcPeakHeapBytes, ServerSample... samples) {
		return new ServerObservation(
				SPEC, 2, null, List.of(samples), new GcSummary(0, 0, 0, 0, gcPeakHeapBytes, GcSummary.Pauses.NONE,
						GcSummary.Pauses.NONE, GcSummary.Pauses.NONE),
				new RunServer.Exit(143, true, null, null), null, true, List.of());
	}

	/** A sample with fewer live threads than there were at most. */
	private static ServerSample sample(double cpuSeconds, long heapUsedBytes, int peakThreads) {
		return new ServerSample(0, cpuSeconds, heapUsedBytes, 0, 1, peakThreads, 0, 0, 0, 0, null, null);
	}

}
