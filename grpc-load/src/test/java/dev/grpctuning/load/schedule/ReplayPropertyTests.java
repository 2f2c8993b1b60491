package dev.grpctuning.load.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

import static org.assertj.core.api.Assertions.assertThat;

/** What goes for every {@link Replay}. */
class ReplayPropertyTests {

	@Property(seed = "20260101", tries = 200)
	void callsAreDueWhenTheLinesSay(@ForAll("times") List<Long> nanos,
			@ForAll @Size(min = 1, max = 20) List<@IntRange(max = 49) Integer> asked) throws IOException {
		Path file = write(nanos);
		try {
			Replay replay = Replay.check(file);
			assertThat(replay.calls()).isEqualTo(nanos.size());
			assertThat(replay.lengthNanos()).isEqualTo(nanos.getLast() - nanos.getFirst());
			try (ArrivalSchedule schedule = replay.from(0)) {
				asked.forEach((call) -> assertThat(schedule.dueNanos(call)).as("in whatever order they are asked for")
					.isEqualTo((call < nanos.size()) ? nanos.get(call) - nanos.getFirst() : Long.MAX_VALUE));
			}
		}
		finally {
			Files.delete(file);
		}
	}

	@Property(seed = "20260101", tries = 200)
	void callsFromATimeOnAreTheSameCalls(@ForAll("times") List<Long> nanos, @ForAll @IntRange(max = 49) int first)
			throws IOException {
		Path file = write(nanos);
		try {
			long from = nanos.get(first % nanos.size()) - nanos.getFirst();
			List<Long> left = nanos.stream()
				.map((time) -> time - nanos.getFirst() - from)
				.filter((due) -> due >= 0)
				.toList();
			try (ArrivalSchedule schedule = Replay.check(file).from(from)) {
				assertThat(Stream.iterate(0L, (call) -> call < left.size(), (call) -> call + 1).map(schedule::dueNanos))
					.isEqualTo(left);
				assertThat(schedule.dueNanos(left.size())).isEqualTo(Long.MAX_VALUE);
			}
		}
		finally {
			Files.delete(file);
		}
	}

	@Provide
	Arbitrary<List<Long>> times() {
		return Arbitraries.longs()
			.between(0, 30_000_000_000_000_000L)
			.list()
			.ofMinSize(1)
			.ofMaxSize(50)
			.map((times) -> times.stream().sorted().toList());
	}

	private static Path write(List<Long> nanos) throws IOException {
		return Files.writeString(Files.createTempFile("replay", ".txt"),
				nanos.stream()
					.map((time) -> "%d.%09d".formatted(time / 1_000_000_000, time % 1_000_000_000))
					.collect(Collectors.joining("\n", "", "\n")));
	}

}
