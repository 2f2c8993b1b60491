package dev.grpctuning.load.server.tuning;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Knob}. */
class KnobTests {

	@ParameterizedTest
	@CsvSource(nullValues = "none", textBlock = """
			1MB, 1048576, bytes
			64KB, 65536B, bytes
			1mb, 1024KB, bytes
			10s, 10000, ms
			PT10S, 10000, ms
			1500us, 1, ms
			5, 5ms, ms
			2h, 120m, ms
			FORK_JOIN, fork-join, none
			io-uring, io_uring, none
			0.10, 0.1, part of the calls
			8, 8, threads
			true, TRUE, none
			on, true, none
			'b.C, a.B', 'a.B,b.C', none
			""")
	void whenTwoTextsMeanTheSameThenTheyAreTheSame(String one, String other, @Nullable String unit) {
		assertThat(knob(unit).same(one, other)).isTrue();
		assertThat(knob(unit).same(other, one)).isTrue();
	}

	@ParameterizedTest
	@CsvSource(nullValues = "none", textBlock = """
			1MB, 1000000, bytes
			1MB, 1GB, bytes
			5s, 10000, ms
			5s, 5, ms
			1 parsec, 5, ms
			9223372036854775807s, 5, ms
			virtual, fork-join, none
			0.1, 0.01, part of the calls
			true, false, none
			off, true, none
			'a.B', 'a.B,b.C', none
			'', virtual, none
			""")
	void whenTwoTextsMeanDifferentThingsThenTheyDiffer(String one, String other, @Nullable String unit) {
		assertThat(knob(unit).same(one, other)).isFalse();
	}

	private static Knob knob(@Nullable String unit) {
		return new Knob("a", null, null, null, null, unit, null);
	}

}
