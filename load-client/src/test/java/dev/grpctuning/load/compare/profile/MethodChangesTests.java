package dev.grpctuning.load.compare.profile;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.compare.profile.MethodChanges.SelfTimes;
import dev.grpctuning.load.compare.profile.MethodChanges.SelfTimes.Sum;
import dev.grpctuning.load.compare.result.MethodsDocument;
import dev.grpctuning.load.compare.result.MethodsDocument.Sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tests for {@link MethodChanges} of three servers of each side with 1,000 calls. */
class MethodChangesTests {

	private static final double TICK = 4e6;

	@Test
	void whenAMethodTakesLongerThenItIsNamedWithItsTimePerCall() {
		List<SelfTimes> baseline = List.of(cpu(1000, 500, 10), cpu(1020, 490, 12), cpu(990, 505, 11));
		List<SelfTimes> variant = List.of(cpu(1010, 700, 10), cpu(1005, 710, 12), cpu(995, 705, 11));
		MethodsDocument document = MethodChanges.of(baseline, variant).document("slow");
		assertThat(document.sampler()).isEqualTo(Sampler.CPU_TIME);
		assertThat(document.servers()).isEqualTo(3);
		assertThat(document.compared()).isEqualTo(3);
		assertThat(document.changed()).singleElement().satisfies((change) -> {
			assertThat(change.method()).isEqualTo("hot");
			assertThat(change.nanos()).isCloseTo(705 * TICK / 1000, within(0.01 * 705 * TICK / 1000));
			assertThat(change.difference()).isCloseTo(207 * TICK / 1000, within(0.02 * 207 * TICK / 1000));
			assertThat(change.low()).isBetween(0.0, change.difference());
			assertThat(change.high()).isGreaterThan(change.difference());
		});
	}

	@Test
	void whenNoMethodChangedThenTheSmallestDifferenceIsKnown() {
		List<SelfTimes> side = List.of(cpu(1000, 500, 10), cpu(1020, 490, 12), cpu(990, 505, 11));
		MethodsDocument document = MethodChanges.of(side, side).document("same");
		assertThat(document.changed()).isEmpty();
		assertThat(document.smallestNanos()).isPositive().isLessThan(document.anywhereNanos());
		assertThat(document.anywhereNanos()).isLessThan(document.callNanos());
	}

	/** Running threads are sampled more often, and 2,000 samples take 1 s of CPU time. */
	@Test
	void whenRunningThreadsHaveMoreSamplesThenTheyHaveTheSampledCpuTime() {
		List<SelfTimes> side = List.of(running(1000, 1000), running(1010, 990), running(995, 1005));
		MethodsDocument document = MethodChanges.of(side, side).document("same");
		assertThat(document.sampler()).isEqualTo(Sampler.RUNNING);
		assertThat(document.callNanos()).isCloseTo(1e6, within(1e3));
	}

	@Test
	void whenMethodsHaveFewSamplesThenNoneIsCompared() {
		List<SelfTimes> side = List.of(cpu(1, 2, 3), cpu(1, 2, 3), cpu(1, 2, 3));
		MethodsDocument document = MethodChanges.of(side, side).document("short");
		assertThat(document.compared()).isZero();
		assertThat(document.changed()).isEmpty();
	}

	private static SelfTimes cpu(int cold, int hot, int rare) {
		return new SelfTimes(
				Map.of(Sampler.CPU_TIME,
						Map.of("cold", sum(cold, TICK), "hot", sum(hot, TICK), "rare", sum(rare, TICK))),
				(cold + hot + rare) * TICK, 1000);
	}

	private static SelfTimes running(int cold, int hot) {
		return new SelfTimes(Map.of(Sampler.CPU_TIME, Map.of("cold", sum(250, TICK)), Sampler.RUNNING,
				Map.of("cold", sum(cold, 1), "hot", sum(hot, 1))), 1e9, 1000);
	}

	private static Sum sum(int samples, double nanos) {
		return new Sum(samples, samples * nanos, samples * nanos * nanos);
	}

}
