package dev.grpctuning.attack;

import java.util.Locale;

import dev.grpctuning.load.engine.result.LoadResult;

import static org.assertj.core.api.Assertions.assertThat;

/** What an attack did to the server and its other clients. */
record Outcome(Attack attack, LoadResult others, boolean hungUp, long memoryBefore, long memoryAfter, int logLines,
		boolean metered, String log) {

	long p99Micros() {
		return this.others.latencyMicros().response().p99();
	}

	boolean isGood(long maxP99) {
		return this.others.counts().failed().isEmpty() && p99Micros() <= maxP99;
	}

	void check(long maxP99) {
		assertThat(this.others.counts().failed()).isEmpty();
		assertThat(p99Micros()).as("p99 of the others in µs").isLessThanOrEqualTo(maxP99);
		assertThat(this.logLines).as(this.log).isLessThan(30);
		assertThat(this.metered).as("a meter shows it").isTrue();
	}

	String row() {
		return String.format(Locale.ROOT, "| %s | %s | %s | %d → %d MB |", this.attack.description(),
				millis(p99Micros()), this.hungUp ? "hung up on" : "bounded", this.memoryBefore >> 20,
				this.memoryAfter >> 20);
	}

	static String millis(long micros) {
		return String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
	}

}
