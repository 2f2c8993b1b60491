package dev.grpctuning.call.adaptive;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A method moves as its handler becomes quick or slow. */
class MethodPlaceTests {

	private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(50);

	private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(5);

	private static final long VERY_SLOW = TimeUnit.MILLISECONDS.toNanos(300);

	private final MethodPlace place = new MethodPlace("a.A/Call");

	private long now = 17;

	@Test
	void whenAHundredRunsAreQuickThenTheMethodMovesToTheEventLoop() {
		run(QUICK, 99);
		assertThat(this.place.isOnLoop()).isFalse();
		run(QUICK, 1);
		assertThat(this.place.isOnLoop()).isTrue();
		run(QUICK, 10_000);
		assertThat(this.place.state()).isEqualTo(new MethodPlace.MethodState("a.A/Call", true, 0, false));
	}

	@Test
	void whenAMethodBlocksFromTheStartThenItNeverRunsOnTheEventLoop() {
		for (int i = 0; i < 1000; i++) {
			run(SLOW, 1);
			run(QUICK, 50);
			assertThat(this.place.isOnLoop()).isFalse();
		}
	}

	@Test
	void whenItBeginsToBlockThenItsSecondSlowRunMovesIt() {
		run(QUICK, 100);
		run(SLOW, 1);
		run(QUICK, 20);
		assertThat(this.place.isOnLoop()).isTrue();
		run(SLOW, 1);
		assertThat(this.place.isOnLoop()).isFalse();
		assertThat(this.place.departures()).isOne();
	}

	@Test
	void whenOneRunIsVerySlowThenItMovesTheMethod() {
		run(QUICK, 100);
		run(VERY_SLOW, 1);
		assertThat(this.place.isOnLoop()).isFalse();
	}

	/** A garbage collection or another process may delay any run. */
	@Test
	void whenASlowRunIsAnExceptionThenTheMethodStays() {
		run(QUICK, 100);
		for (int i = 0; i < 1000; i++) {
			run(SLOW, 1);
			run(QUICK, 100);
			assertThat(this.place.isOnLoop()).isTrue();
		}
		assertThat(this.place.departures()).isZero();
	}

	@Test
	void whenItSoonBlocksAgainThenItStaysAwayForTwiceAsLong() {
		run(QUICK, 100);
		this.now += TimeUnit.HOURS.toNanos(1);
		for (long stay = MethodPlace.SHORTEST_STAY_NANOS; stay < MethodPlace.LONGEST_STAY_NANOS; stay *= 2) {
			assertStaysFor(stay);
		}
		assertStaysFor(MethodPlace.LONGEST_STAY_NANOS);
		assertStaysFor(MethodPlace.LONGEST_STAY_NANOS);
		this.now += 10 * MethodPlace.LONGEST_STAY_NANOS;
		assertStaysFor(MethodPlace.SHORTEST_STAY_NANOS);
	}

	private void assertStaysFor(long nanos) {
		run(VERY_SLOW, 1);
		assertThat(this.place.isOnLoop()).isFalse();
		long left = this.now;
		run(QUICK, 200);
		this.now = left + nanos - QUICK - 1;
		run(QUICK, 1);
		assertThat(this.place.isOnLoop()).isFalse();
		run(QUICK, 1);
		assertThat(this.place.isOnLoop()).isTrue();
	}

	private void run(long nanos, int times) {
		for (int i = 0; i < times; i++) {
			long began = this.now;
			this.now += nanos;
			this.place.ran(began, this.now);
		}
	}

}
