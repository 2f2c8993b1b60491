package dev.grpctuning.load.diagnosis;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link LatencySplit}. */
class LatencySplitTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			# service, server, hand-over, tasks | client, network, server, queue, handler
			800,       500,    300,       1,      200,    300,     500,    300,   200
			1000,      900,    100,       5,      0,      100,     900,    500,   400
			1000,      900,    100,       ,       0,      100,     900,    100,   800
			800,       500,    ,          ,       200,    300,     500,    ,
			800,       ,       300,       2,      200,    ,        ,       ,
			# Where the sides disagree, no part is longer than what it is part of.
			800,       900,    2000,      2,      200,    0,       800,    800,   0
			1001,      ,       ,          ,       0,      ,        ,       ,
			""")
	void thePartsThatAreKnownAddUp(double service, @Nullable Double server, @Nullable Double handOver,
			@Nullable Double tasks, double client, @Nullable Double network, @Nullable Double ofServer,
			@Nullable Double queue, @Nullable Double handler) {
		assertThat(LatencySplit.of(1000, service, server, handOver, tasks))
			.isEqualTo(new LatencySplit(1000, client, network, ofServer, queue, handler));
	}

	@Test
	void whenNothingTookAnyTimeThenNoShareIsInfinite() {
		assertThat(LatencySplit.of(0, 0, 0.0, 0.0, 2.0).share(0.0)).isZero();
		assertThat(LatencySplit.of(1000, 800, 500.0, 300.0, 1.0).share(300.0)).isEqualTo(0.3);
	}

}
