package dev.grpctuning.load.engine.channel;

import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.engine.channel.BurstSends.BurstEnds;
import dev.grpctuning.load.engine.result.MeasuredLoad.Bursts;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link BurstSends}, of bursts of two calls; times are in milliseconds. */
class BurstSendsTests {

	private final BurstEnds one = new BurstEnds();

	private final BurstEnds other = new BurstEnds();

	private final BurstSends sends = new BurstSends(2, List.of(this.one, this.other));

	@Test
	void whenCallsHaveEndedThenItIsTheTimeFromTheLastSendToTheLastEnd() {
		sent(0, 3);
		ended(this.one, 0, 10);
		ended(this.other, 0, 8);
		assertThat(bursts()).isEqualTo(new Bursts(1, 0, 7, 7));
	}

	@Test
	void whenABurstIsOverBeforeAnEarlierOneThenItsQueueIsNotEmptyYet() {
		sent(0, 3);
		sent(100, 103);
		ended(this.one, 100, 110);
		ended(this.one, 100, 120);
		ended(this.one, 0, 5);
		ended(this.other, 0, 203);
		assertThat(bursts()).isEqualTo(new Bursts(2, 0, 150, 200));
	}

	@Test
	void whenACallNeverEndsThenNoLaterBurstIsOverEither() {
		sent(0, 3);
		sent(100, 103);
		sent(200, 203);
		ended(this.one, 0, 10);
		ended(this.one, 0, 13);
		ended(this.one, 100, 110);
		ended(this.one, 200, 210);
		ended(this.one, 200, 210);
		assertThat(bursts()).isEqualTo(new Bursts(1, 2, 10, 10));
	}

	private void sent(long due, long lastSend) {
		this.sends.sent(due * 1_000_000, lastSend * 1_000_000);
	}

	private static void ended(BurstEnds channel, long due, long end) {
		channel.ended(due * 1_000_000, end * 1_000_000);
	}

	private Bursts bursts() {
		return Objects.requireNonNull(this.sends.bursts());
	}

}
