package dev.grpctuning.load.engine.drive;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link StallDetector}, in milliseconds. */
class StallDetectorTests {

	private long heard = 1;

	private final StallDetector asking = new StallDetector(() -> nanos(this.heard));

	@Test
	void whenNothingWasSentThenNothingWasAskedForInVain() {
		assertThat(silent()).isZero();
	}

	@Test
	void whenCallsAreSentThenTheServerIsSilentFromItsLastSignToTheLastOfThem() {
		send(1000, 2000, 10);
		this.heard = 1505;
		assertThat(silent()).isEqualTo(485);
		this.heard = 1995;
		assertThat(silent()).isZero();
	}

	@Test
	void whenFewerThanFourTimesCameAfterTheLastSignThenThatIsNoSilence() {
		send(1000, 1030, 10);
		this.heard = 1005;
		assertThat(silent()).isZero();
		send(1030, 1050, 10);
		assertThat(silent()).isEqualTo(35);
		this.heard = 1015;
		assertThat(silent()).isZero();
	}

	@Test
	void whenManyCallsAreDueAtOnceThenThatIsOneTime() {
		for (int burst = 0; burst < 4; burst++) {
			assertThat(silent()).isZero();
			for (int call = 0; call < 100; call++) {
				sent(1000 + 100 * burst, 1000 + 100 * burst + call / 50);
			}
		}
		assertThat(silent()).isEqualTo(301);
	}

	@Test
	void whenThePlanEndsInAPauseThenTheServerIsSilentUpToIt() {
		send(1000, 2000, 10);
		this.heard = 1200;
		// The run may go on for long.
		assertThat(silent()).isEqualTo(790);
	}

	@Test
	void whenAPauseComesAfterAnAnswerThenItIsNoSilence() {
		send(1000, 2000, 10);
		this.heard = 1991;
		send(60_000, 61_000, 10);
		assertThat(silent()).isEqualTo(990);
	}

	@Test
	void whenAPauseComesAfterCallsWithoutAnAnswerThenItIsSilence() {
		send(1000, 2000, 10);
		this.heard = 1500;
		send(10_000, 11_000, 10);
		assertThat(silent()).isEqualTo(9490);
	}

	@Test
	void whenCallsAreRareThenFourAreToBeLost() {
		this.heard = 1001;
		send(1000, 3000, 2000);
		for (long due = 3000; due <= 7000; due += 2000) {
			sent(due, due);
			assertThat(silent()).isZero();
		}
		sent(9000, 9000);
		assertThat(silent()).isEqualTo(6000);
	}

	@Test
	void whenACallMustWaitToBeSentThenTheServerIsAskedUntilThen() {
		send(1000, 1100, 10);
		this.heard = 1005;
		this.asking.heldUp(nanos(5005));
		assertThat(silent()).isEqualTo(4000);
	}

	private void send(long from, long to, long gap) {
		for (long due = from; due < to; due += gap) {
			sent(due, due);
		}
	}

	private void sent(long due, long now) {
		this.asking.sent(nanos(due), nanos(now));
	}

	private long silent() {
		return TimeUnit.NANOSECONDS.toMillis(this.asking.silentNanos(nanos(this.heard)));
	}

	private static long nanos(long millis) {
		return TimeUnit.MILLISECONDS.toNanos(millis);
	}

}
