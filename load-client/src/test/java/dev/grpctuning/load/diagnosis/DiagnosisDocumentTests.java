package dev.grpctuning.load.diagnosis;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.engine.result.Counts;
import dev.grpctuning.load.engine.result.MeasuredLoad;
import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.pressure.CpuCounters;
import dev.grpctuning.load.result.Approved;
import dev.grpctuning.load.result.Samples;
import dev.grpctuning.load.server.GcSummary;
import dev.grpctuning.load.server.RunServer;
import dev.grpctuning.load.server.ServerObservation;
import dev.grpctuning.load.server.ServerSpec;
import dev.grpctuning.load.server.metrics.CpuMeters;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.ServerSample;
import dev.grpctuning.load.server.metrics.TimerSample;
import dev.grpctuning.observe.Cause;
import dev.grpctuning.observe.LinuxCpu;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DiagnosisDocument}: 5,000 calls in 2.5 s, whose mean response time is
 * 1500.5 µs and whose mean service time is 150.5 µs.
 */
@Tag(Approved.TAG)
class DiagnosisDocumentTests {

	private static final ServerSpec SPEC = new ServerSpec(Path.of("service.jar"), Path.of("jdk"), null, List.of(),
			Map.of(), Path.of("results"));

	private static final GcSummary NO_GC = GcSummary.NONE;

	@Test
	void whenTheServerWasNotObservedThenOnlyTheClientIsKnown() {
		DiagnosisDocument diagnosis = DiagnosisDocument.of(Samples.bursts().model(), Samples.answered(), null,
				ClientObservation.NONE);
		assertThat(diagnosis.bottleneck()).isNull();
		assertThat(diagnosis.meanLatency()).isEqualTo(new LatencySplit(1500.5, 1350, null, null, null, null));
		assertThat(diagnosis.cpuSecondsPerMillionCalls()).isEqualTo(new DiagnosisDocument.Cpu(250.4, null));
		assertThat(diagnosis.bursts()).isNull();
	}

	@Test
	void whenTheClientWasLimitedThenThatIsSaidWithoutAServerToo() {
		assertBottleneck(Cause.LOAD_GENERATOR_SATURATED, "load.max-open-calls=4000",
				DiagnosisDocument.of(Samples.bursts().model(), Samples.saturated(), null, ClientObservation.NONE));
	}

	@Test
	void whenBothSidesAreKnownThenThePartsAreThoseOfBoth() {
		DiagnosisDocument diagnosis = diagnosis(Samples.answered(), NO_GC, sample(-0.5, 1, meters(0)),
				sample(2.6, 1.5, meters(5000)));
		assertThat(diagnosis.meanLatency()).isEqualTo(new LatencySplit(1500.5, 1350, 50.5, 100.0, 60.0, 40.0));
		assertThat(diagnosis.cpuSecondsPerMillionCalls().server()).isEqualTo(100);
	}

	@Test
	void whenThereWasAWarmupThenItsCpuDoesNotCount() {
		DiagnosisDocument diagnosis = diagnosis(Samples.sent(), NO_GC, sample(-10, 1, null), sample(0, 11, null),
				sample(2.5, 11.5, null));
		assertThat(diagnosis.cpuSecondsPerMillionCalls().server()).isCloseTo(100, Offset.offset(1e-6));
	}

	/** The pauses before the run are not in its log. */
	@Test
	void whenTheServerDiedOfItsHeapThenItsGcLogSaysHowLongItStoodStill() {
		GcSummary log = new GcSummary(7, 0.5, 3, 1.25, 0, GcSummary.Pauses.NONE, GcSummary.Pauses.NONE,
				GcSummary.Pauses.NONE);
		DiagnosisDocument died = diagnosis(Samples.answered(), log, collected(9, 0.3));
		assertBottleneck(Cause.GC, "70 %", died);
		assertBottleneck(Cause.GC, "70 %", diagnosis(Samples.answered(), log, collected(90, 30)));
		Approved.assertCase("diagnosis.txt", Objects.requireNonNull(died.bottleneck()).text());
	}

	@ParameterizedTest
	@CsvSource({ "0, true, true", "0, false, false", "1, true, false" })
	void whenAnAttachedServerIsHereThenItsProcessorsAreThoseOfTheClient(int more, boolean here, boolean together) {
		int processors = Runtime.getRuntime().availableProcessors() + more;
		DiagnosisDocument diagnosis = DiagnosisDocument.of(Samples.bursts().model(), Samples.answered(),
				new ServerObservation(SPEC, 1, null,
						List.of(sample(0, 1, processors, null), sample(2.5, 1 + 2.4 * processors, processors, null)),
						null, null, null, here, List.of()),
				ClientObservation.NONE);
		assertThat(Objects.requireNonNull(diagnosis.bottleneck()).text().contains("the client ")).isEqualTo(together);
	}

	@Test
	void whenCallsWereRefusedThenThoseOfOthersDoNotCount() {
		MeasuredLoad load = Samples.load(new Counts(5000, 4500, Map.of("RESOURCE_EXHAUSTED", 500L), 0, 0),
				Map.of("RESOURCE_EXHAUSTED", "limit"), null, null);
		assertBottleneck(Cause.REFUSED_BY_THE_LIMIT, "10 %",
				diagnosis(load, NO_GC, sample(0, 1, refused(0)), sample(2.5, 1, refused(9000))));
		assertThat(diagnosis(load, NO_GC, sample(0, 1, refused(0)), sample(2.5, 1, refused(0))).bottleneck())
			.isNotNull()
			.extracting(DiagnosisDocument.Found::kind)
			.as("another reason for the same status")
			.isEqualTo(Cause.NONE_SHOWN);
	}

	@Test
	void whenOthersTakeTheMachineThenItsThreadsWaitForThem() {
		ServerSample[] samples = { contended(0, 0), contended(2.5, 1) };
		assertBottleneck(Cause.MACHINE_CONTENDED_BY_OTHERS, "waited 67 % of the response time",
				diagnosis(Samples.answered(), NO_GC, samples));
		MeasuredLoad failed = Samples.load(new Counts(5000, 0, Map.of("UNAVAILABLE", 5000L), 0, 0), Map.of(), null,
				null);
		assertBottleneck(Cause.MACHINE_CONTENDED_BY_OTHERS, "used or waited for 110 % of its processors",
				diagnosis(failed, NO_GC, samples));
	}

	/** Its threads wait for 5 s, while others use nearly all of two processors. */
	private static ServerSample contended(double seconds, double share) {
		CpuCounters counters = new CpuCounters(null, 5 * share, null, null,
				new LinuxCpu.Machine(4.8 * share, 0, 0.2 * share));
		return new ServerSample(Samples.STARTED_NANOS + Math.round(seconds * 1e9), 0.5 * share, 1, 1, 1, 1, 0, 0, 1, 2,
				null, new CpuMeters(counters, Map.of()));
	}

	@Test
	void whenNoCallWasAnsweredThenThereIsNothingToSplit() {
		MeasuredLoad load = Samples.load(new Counts(5000, 0, Map.of("UNAVAILABLE", 5000L), 0, 0), Map.of(), null, null);
		DiagnosisDocument diagnosis = diagnosis(load, NO_GC, sample(0, 1, null), sample(2.5, 1, null));
		assertThat(diagnosis.meanLatency()).isNull();
		assertThat(diagnosis.cpuSecondsPerMillionCalls().server()).isNull();
		assertBottleneck(Cause.NONE_SHOWN, "no call", diagnosis);
	}

	private static void assertBottleneck(Cause kind, String figure, DiagnosisDocument diagnosis) {
		DiagnosisDocument.Found bottleneck = Objects.requireNonNull(diagnosis.bottleneck());
		assertThat(bottleneck.kind()).isEqualTo(kind);
		assertThat(bottleneck.text()).contains(figure);
	}

	private static DiagnosisDocument diagnosis(MeasuredLoad load, GcSummary gc, ServerSample... samples) {
		return Objects.requireNonNull(
				DiagnosisDocument.of(Samples.bursts().model(), load,
						new ServerObservation(SPEC, 1, null, List.of(samples), gc,
								new RunServer.Exit(143, true, null, null), null, true, List.of()),
						ClientObservation.NONE));
	}

	private static ServerSample sample(double seconds, double cpuSeconds, @Nullable GrpcMeters meters) {
		return sample(seconds, cpuSeconds, 64, meters);
	}

	private static ServerSample sample(double seconds, double cpuSeconds, int processors, @Nullable GrpcMeters meters) {
		return new ServerSample(Samples.STARTED_NANOS + Math.round(seconds * 1e9), cpuSeconds, 1, 1, 1, 1, 0, 0, 1,
				processors, meters, null);
	}

	private static ServerSample collected(long collections, double seconds) {
		return new ServerSample(Samples.STARTED_NANOS, 1, 1, 1, 1, 1, collections, seconds, 1, 64, null, null);
	}

	/** Calls that each took the server 100 µs, of which they waited 60 for a thread. */
	private static GrpcMeters meters(long calls) {
		return new GrpcMeters(timer(calls, calls * 100e-6),
				new GrpcMeters.Executor(0, 0, calls, calls, timer(calls, calls * 60e-6), timer(calls, 0)), null, null,
				0.0);
	}

	private static GrpcMeters refused(double calls) {
		return new GrpcMeters(null, null, null, null, calls);
	}

	private static TimerSample timer(double count, double seconds) {
		return new TimerSample(count, seconds, new TreeMap<>());
	}

}
