package dev.grpctuning.load.schedule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Tests for {@link Shard}. */
class ShardTests {

	@Test
	void whenThereIsOneClientThenItHasAll() {
		ArrivalSchedule whole = (index) -> index;
		assertThat(Shard.parse("0/1").of(whole)).isSameAs(whole);
		assertThat(Shard.parse("0/1")).isEqualTo(Shard.ALL);
	}

	@Test
	void whenItIsClosedThenTheScheduleIsToo() {
		boolean[] closed = new boolean[1];
		ArrivalSchedule whole = new ArrivalSchedule() {

			@Override
			public long dueNanos(long index) {
				return 0;
			}

			@Override
			public void close() {
				closed[0] = true;
			}

		};
		new Shard(0, 2).of(whole).close();
		assertThat(closed).containsExactly(true);
	}

	@ParameterizedTest
	@CsvSource({ "3, 3", "-1, 3", "0, 0", "0, -1" })
	void whenThereIsNoSuchClientThenItIsRefused(int client, int clients) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Shard(client, clients));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1", "a/b", "1/2/3", "1/", "/2", "1.5/2", "1/99999999999" })
	void whenTextIsNoShardThenItIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Shard.parse(text));
	}

}
