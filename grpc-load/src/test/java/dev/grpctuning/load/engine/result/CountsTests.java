package dev.grpctuning.load.engine.result;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link Counts}. */
class CountsTests {

	@Test
	void whenTheSumIsRightThenFailuresOfAllStatusesAreAddedUp() {
		Counts counts = new Counts(10, 4, Map.of("UNAVAILABLE", 2L, "INTERNAL", 3L), 0, 1);
		assertThat(counts.failedTotal()).isEqualTo(5);
	}

	@Test
	void whenTheClientHasCancelledCallsThenTheyAreNoFailuresButAsPlanned() {
		Counts counts = new Counts(10, 0, Map.of("UNAVAILABLE", 2L), 5, 3);
		assertThat(counts.failedTotal()).isEqualTo(2);
		assertThat(counts.anyAsPlanned()).isTrue();
		assertThat(new Counts(2, 0, Map.of("UNAVAILABLE", 2L), 0, 0).anyAsPlanned()).isFalse();
		assertThat(new Counts(2, 2, Map.of(), 0, 0).anyAsPlanned()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(longs = { 9, 11 })
	void whenTheSumIsWrongThenItIsRefused(long started) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Counts(started, 4, Map.of("UNAVAILABLE", 5L), 0, 1))
			.withMessage("started: " + started + " (expected: 4 ok + {UNAVAILABLE=5} + 0 cancelled + 1 unfinished)");
	}

}
