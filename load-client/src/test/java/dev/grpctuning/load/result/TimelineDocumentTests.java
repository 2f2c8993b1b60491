package dev.grpctuning.load.result;

import java.time.Duration;
import java.util.List;

import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.pressure.ClientObservation;
import dev.grpctuning.load.result.TimelineDocument.GrpcSecond;
import dev.grpctuning.load.server.metrics.GrpcMeters;
import dev.grpctuning.load.server.metrics.ServerSample;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link TimelineDocument}; the seconds end at 1, 2 and 2.5. */
class TimelineDocumentTests {

	@Test
	void whenTwoSamplesAreNearestToOneIntervalThenTheNearerStandsInItAndTheOtherNowhere() {
		assertThat(threads(Samples.sample(0.6, 1), Samples.sample(1.1, 2), Samples.sample(2.6, 3))).containsExactly(2,
				null, 3);
	}

	@Test
	void whenASampleStandsNowhereThenWhatWasNotedUntilItIsToldByTheNext() {
		List<TimelineDocument> timeline = timeline(refusals(-1, 1), refusals(0.3, 2), refusals(0.9, 4),
				refusals(1.4, 8), refusals(2.1, 16));
		assertThat(timeline).extracting(TimelineDocumentTests::refused).containsExactly(2L, 12L, null);
	}

	@Test
	void whenThereAreNoSamplesAtAllThenTheClientsSideStays() {
		List<TimelineDocument> timeline = timeline();
		assertThat(timeline).extracting(TimelineDocument::client)
			.containsExactly(Samples.point(1), Samples.point(2), Samples.point(2.5));
		assertThat(threads()).containsOnlyNulls().hasSize(3);
	}

	@Test
	void whenSampleIsTakenOverThenItsFiguresAreWholeAndItsTimeIsFromTheStart() {
		TimelineDocument.Server server = timeline(Samples.sample(1.25, 41)).getFirst().server();
		assertThat(server).isNotNull().satisfies((seen) -> {
			assertThat(seen.seconds()).isEqualTo(1.25, Offset.offset(1e-9));
			assertThat(seen).usingRecursiveComparison()
				.ignoringFields("seconds")
				.isEqualTo(new TimelineDocument.Server(0, 3.5, 200 * Samples.MEGABYTE, 512 * Samples.MEGABYTE, 41, 1234,
						6, 0.25, 9000, 0, null, null));
		});
	}

	private static ServerSample refusals(double seconds, double refused) {
		return new ServerSample(Samples.sample(seconds, 1).atNanos(), 1, 2, 3, 4, 5, 6, 7, 8, 16,
				new GrpcMeters(null, null, null, null, refused), null);
	}

	private static @Nullable Long refused(TimelineDocument interval) {
		GrpcSecond grpc = (interval.server() != null) ? interval.server().grpc() : null;
		return (grpc != null) ? grpc.refused() : null;
	}

	private static List<@Nullable Integer> threads(ServerSample... samples) {
		return timeline(samples).stream().map(TimelineDocumentTests::threads).toList();
	}

	private static @Nullable Integer threads(TimelineDocument second) {
		TimelineDocument.Server server = second.server();
		return (server != null) ? server.threads() : null;
	}

	private static List<TimelineDocument> timeline(ServerSample... samples) {
		return timeline(Duration.ofSeconds(1), samples);
	}

	private static List<TimelineDocument> timeline(Duration interval, ServerSample... samples) {
		return TimelineDocument.of(Samples.answered(), List.of(samples), ClientObservation.NONE, interval);
	}

}
