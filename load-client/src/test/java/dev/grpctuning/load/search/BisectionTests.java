package dev.grpctuning.load.search;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.search.RateTrial.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Bisection}. */
class BisectionTests {

	private final List<Double> tried = new ArrayList<>();

	private double search(Bisection.Settings settings, double knee) throws Exception {
		return new Bisection(settings, (rate) -> {
			this.tried.add(rate);
			return (rate <= knee) ? Outcome.HELD : Outcome.BROKEN;
		}).search();
	}

	@Test
	void whenItSearchesThenEachRateIsTriedOnceAndTheBoundAgain() throws Exception {
		assertThat(search(new Bisection.Settings(1000, 100, 1e6, 1.25, 0.1), 1400)).isBetween(1400 / 1.1, 1400.0);
		assertThat(this.tried).startsWith(1000.0, 1250.0, 1562.5);
		assertThat(this.tried.subList(0, this.tried.size() - 1)).doesNotHaveDuplicates().contains(this.tried.getLast());
	}

	@Test
	void whenTheClientIsSaturatedOnceThenTheRateIsTriedAgainAndNoneBelow() throws Exception {
		double held = new Bisection(new Bisection.Settings(1000, 100, 1e6, 1.25, 0.1), (rate) -> {
			this.tried.add(rate);
			return (this.tried.size() == 1) ? Outcome.LOAD_GENERATOR_SATURATED
					: (rate <= 1400) ? Outcome.HELD : Outcome.BROKEN;
		}).search();
		assertThat(this.tried).startsWith(1000.0, 1000.0, 1250.0, 1562.5).allMatch((rate) -> rate >= 1000);
		assertThat(held).isBetween(1400 / 1.1, 1400.0);
	}

	@Test
	void whenTheClientStaysSaturatedThenTheRateIsLowered() throws Exception {
		double held = new Bisection(new Bisection.Settings(1000, 200, 1e6, 2, 0.1), (rate) -> {
			this.tried.add(rate);
			return Outcome.LOAD_GENERATOR_SATURATED;
		}).search();
		assertThat(this.tried).containsExactly(1000.0, 1000.0, 500.0, 500.0, 250.0, 250.0);
		assertThat(held).isZero();
	}

}
