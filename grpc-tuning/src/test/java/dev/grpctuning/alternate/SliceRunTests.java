package dev.grpctuning.alternate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.grpctuning.alternate.SliceState.Slice;
import dev.grpctuning.change.Turns;
import dev.grpctuning.settings.TuningProblem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Slices by a clock that the tests move. */
class SliceRunTests {

	private static final long MILLI = 1_000_000;

	private static final long SLICE = 100 * MILLI;

	private final FakeClock clock = new FakeClock();

	private final FakeTurns turns = new FakeTurns();

	private final SlicePlan plan = plan(3, Duration.ofMillis(100), Duration.ofSeconds(3));

	@Test
	void whenSlicesRunThenEachCandidateHasTheSlicesOfTheOrder() {
		SliceState state = run();
		assertThat(this.turns.used).isEqualTo(IntStream.range(0, 30).mapToObj(this.plan.order()::variant).toList());
		assertThat(state.slices()).extracting(Slice::candidate).isEqualTo(this.turns.used);
		assertThat(state.slices()).extracting(Slice::number)
			.isEqualTo(IntStream.range(0, 30).mapToObj((i) -> (long) i).toList());
		assertThat(this.turns.usedAt)
			.isEqualTo(IntStream.range(0, 30).mapToObj((i) -> SliceRun.LEAD_NANOS + i * SLICE).toList());
		assertThat(state.ended()).isEqualTo("their time is over");
		assertThat(this.clock.now).isEqualTo(SliceRun.LEAD_NANOS + 30 * SLICE);
	}

	@Test
	void whenASliceEndsThenItsFiguresAreThoseSinceItsSwitch() {
		this.turns.switchNanos = 2 * MILLI;
		Slice slice = run().slices().get(7);
		assertThat(slice.lateMicros()).isEqualTo(2000);
		assertThat(slice.switchMicros()).isEqualTo(2000);
		assertThat(slice.lastedMicros()).isEqualTo(98_000);
		assertThat(slice.answered()).isEqualTo(98);
		assertThat(slice.cpuNanos()).isNotNull();
	}

	@Test
	void whenTheThreadIsLateThenTheSwitchSaysByHowMuch() {
		this.clock.stallsAt(SliceRun.LEAD_NANOS + 5 * SLICE, 30 * MILLI);
		List<Slice> slices = run().slices();
		assertThat(slices).extracting(Slice::lateMicros).startsWith(0L, 0L, 0L, 0L, 0L, 30_000L, 0L);
		assertThat(slices.get(4).lastedMicros()).isEqualTo(130_000);
		assertThat(slices).hasSize(30);
	}

	@Test
	void whenTheThreadMissesSlicesThenTheNextHasItsTurnInTime() {
		this.clock.stallsAt(SliceRun.LEAD_NANOS + 5 * SLICE, 230 * MILLI);
		List<Slice> slices = run().slices();
		assertThat(slices).extracting(Slice::number).startsWith(0L, 1L, 2L, 3L, 4L, 7L, 8L);
		assertThat(slices)
			.allSatisfy((slice) -> assertThat(slice.candidate()).isEqualTo(this.plan.order().variant(slice.number())));
		assertThat(slices.get(4).lastedMicros()).isEqualTo(330_000);
		assertThat(slices.get(5).lateMicros()).isEqualTo(30_000);
	}

	@Test
	void whenTheThreadMissesTheEndThenNoCandidateComesInForce() {
		this.clock.stallsAt(SliceRun.LEAD_NANOS + 5 * SLICE, 3000 * MILLI);
		assertThat(run().slices()).hasSize(5);
		assertThat(this.turns.used).hasSize(5);
		assertThat(this.turns.ended).isEqualTo("their time is over");
	}

	@Test
	void whenTheTurnsEndThenNoOtherCandidateComesInForce() {
		this.clock.at(SliceRun.LEAD_NANOS + 10 * SLICE, () -> this.turns.end("a change"));
		SliceState state = run();
		assertThat(state.ended()).isEqualTo("a change");
		assertThat(this.turns.used).hasSize(10);
	}

	@Test
	void whenTheServerShutsDownThenTheTurnsEndWithinALongSlice() {
		SliceRun run = new SliceRun(plan(2, Duration.ofSeconds(10), Duration.ofMinutes(1)), this.turns, null, null,
				this.clock);
		this.clock.at(SliceRun.LEAD_NANOS + 2000 * MILLI, () -> this.turns.end("the server shuts down"));
		run.run();
		assertThat(this.turns.ended).isEqualTo("the server shuts down");
		assertThat(this.clock.now).isLessThanOrEqualTo(SliceRun.LEAD_NANOS + 2100 * MILLI);
	}

	@Test
	void whenASwitchFailsUnexpectedlyThenTheFormerSettingsComeBack() {
		this.turns.failsAt = 4;
		assertThatIllegalStateException().isThrownBy(this::run);
		assertThat(this.turns.ended).contains("no switch");
	}

	@Test
	void whenSlicesRunThenTheyCanBeReadFromANumberOn() {
		SliceRun run = start();
		run.run();
		assertThat(run.state(12, 3).slices()).extracting(Slice::number).containsExactly(12L, 13L, 14L);
		assertThat(run.state(12, 3).startsAtMicros()).isEqualTo(1_000_000);
		assertThat(run.state(30, 3).slices()).isEmpty();
	}

	@Test
	void whenThePlanIsOutOfBoundsThenEachProblemIsNamed() {
		assertThat(plan(1, Duration.ZERO, Duration.ofHours(2)).problems()).extracting(TuningProblem::toString)
			.hasSize(3)
			.satisfiesExactly((line) -> assertThat(line).contains("candidates", "2 to 10"),
					(line) -> assertThat(line).contains("slice", "10ms to 10s"),
					(line) -> assertThat(line).contains("length", "one slice to 1h"));
		assertThat(plan(2, Duration.ofSeconds(10), Duration.ofSeconds(9)).problems()).hasSize(1);
		assertThat(plan(10, Duration.ofMillis(10), Duration.ofHours(1)).problems()).isEmpty();
	}

	private SliceState run() {
		SliceRun run = start();
		run.run();
		return run.state(0, 1000);
	}

	private SliceRun start() {
		return new SliceRun(this.plan, this.turns, null, () -> this.clock.now / MILLI, this.clock);
	}

	private static SlicePlan plan(int candidates, Duration slice, Duration length) {
		List<Map<String, @Nullable String>> none = new ArrayList<>();
		IntStream.range(0, candidates).forEach((i) -> none.add(Map.of()));
		return new SlicePlan(none, slice, length, 7);
	}

	/** Moves only while somebody waits. */
	private static final class FakeClock implements SliceRun.Clock {

		private long now;

		private long eventAt = Long.MAX_VALUE;

		private Runnable event = () -> {
		};

		void at(long nanos, Runnable action) {
			this.eventAt = nanos;
			this.event = action;
		}

		void stallsAt(long nanos, long stall) {
			at(nanos, () -> this.now += stall);
		}

		@Override
		public long nanoTime() {
			return this.now;
		}

		@Override
		public long epochMicros() {
			return this.now / 1000;
		}

		@Override
		public void pause(long nanos) {
			this.now += nanos;
			if (this.now >= this.eventAt) {
				this.eventAt = Long.MAX_VALUE;
				this.event.run();
			}
		}

	}

	private final class FakeTurns implements Turns {

		private final List<Integer> used = new ArrayList<>();

		private final List<Long> usedAt = new ArrayList<>();

		private long switchNanos;

		private int failsAt = -1;

		private @Nullable String ended;

		@Override
		public boolean use(int candidate) {
			if (this.used.size() == this.failsAt) {
				throw new IllegalStateException("no switch");
			}
			this.used.add(candidate);
			this.usedAt.add(SliceRunTests.this.clock.now);
			SliceRunTests.this.clock.now += this.switchNanos;
			return true;
		}

		@Override
		public void end(String reason) {
			this.ended = Objects.requireNonNullElse(this.ended, reason);
		}

		@Override
		public @Nullable String ended() {
			return this.ended;
		}

	}

}
