package dev.grpctuning.load.transport.raw;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link HandOver}. */
class HandOverTests {

	private final NumberedCalls numbered = new NumberedCalls();

	private final HandOver handOver = new HandOver();

	@Test
	void whenCallsWerePutInThenTheyComeOutInTheSameOrder() {
		assertThat(this.handOver.put(this.numbered.call(1))).as("was empty").isTrue();
		assertThat(this.handOver.put(this.numbered.call(2))).isFalse();
		assertThat(this.handOver.put(this.numbered.call(3))).isFalse();
		assertThat(numbers(this.handOver.takeAll())).containsExactly(1L, 2L, 3L);
		assertThat(this.handOver.takeAll()).isNull();
		assertThat(this.handOver.put(this.numbered.call(4))).as("was empty again").isTrue();
	}

	@Test
	@Timeout(20)
	void whenSeveralThreadsPutInThenNothingIsLostAndEachKeepsItsOrder() throws Exception {
		int threads = 4;
		int each = 20_000;
		List<Thread> running = new ArrayList<>();
		for (int thread = 0; thread < threads; thread++) {
			long first = (long) thread * each;
			running.add(Thread.ofPlatform().start(() -> {
				for (int i = 0; i < each; i++) {
					this.handOver.put(this.numbered.call(first + i));
				}
			}));
		}
		Map<Long, Long> latest = new HashMap<>();
		int taken = 0;
		while (taken < threads * each) {
			for (long number : numbers(this.handOver.takeAll())) {
				Long before = latest.put(number / each, number);
				assertThat(before == null || before == number - 1).isTrue();
				taken++;
			}
		}
		for (Thread thread : running) {
			thread.join();
		}
		assertThat(this.handOver.takeAll()).isNull();
	}

	private static List<Long> numbers(@Nullable RawCall first) {
		List<Long> numbers = new ArrayList<>();
		for (RawCall call = first; call != null; call = call.next) {
			numbers.add(call.number);
		}
		return numbers;
	}

}
