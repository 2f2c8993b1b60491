package dev.grpctuning.load.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.stats.HoldingRate.Tried;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link HoldingRate}. The tests of the search simulate its coverage. */
class HoldingRateTests {

	/** Maximum likelihood diverges here. */
	@Test
	void whenNoTrialThatFailedIsBelowOneThatHeldThenTheRateIsBetweenThem() {
		HoldingRate fit = HoldingRate.of(List.of(new Tried(1000, true), new Tried(1100, false)));
		assertThat(fit.rate()).isBetween(700.0, 1100.0);
		assertThat(fit.interval().low()).isLessThan(1000).isPositive();
		assertThat(fit.interval().high()).isGreaterThan(fit.rate());
	}

	@Test
	void whenThereAreManyTrialsThenTheRateIsTheNinetyPercentPointAndNotTheMiddle() {
		List<Tried> trials = new ArrayList<>();
		for (int rate = 700; rate <= 1300; rate += 50) {
			// The normal distribution around 1,000 with 10 %, in twentieths.
			long held = Math.round(20 * (1 - 1 / (1 + Math.exp(-1.702 * Math.log(rate / 1000.0) / 0.1))));
			for (int i = 0; i < 20; i++) {
				trials.add(new Tried(rate, i < held));
			}
		}
		HoldingRate fit = HoldingRate.of(trials);
		assertThat(fit.rate()).isBetween(850.0, 910.0);
		assertThat(fit.spread()).isBetween(0.06, 0.14);
		assertThat(fit.interval().high() / fit.interval().low()).isLessThan(1.15);
	}

	@Test
	void whenATrialFarBelowFailsThenItHardlyMatters() {
		List<Tried> trials = new ArrayList<>(Collections.nCopies(8, new Tried(1000, true)));
		trials.addAll(Collections.nCopies(8, new Tried(1100, false)));
		double without = HoldingRate.of(trials).rate();
		trials.add(new Tried(300, false));
		assertThat(HoldingRate.of(trials).rate()).isBetween(without / 1.1, without);
	}

}
