package dev.grpctuning.load.call;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.grpctuning.load.call.CallTarget.Requests;
import dev.grpctuning.load.call.CallTarget.Requests.Source;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Requests}. */
class RequestsTests {

	@Test
	void whenThereIsOneMessageThenEveryCallSendsIt() {
		Requests<String> requests = requests(2, "a");
		assertThat(requests.constant()).isTrue();
		assertThat(call(requests, 0)).containsExactly("a", "a");
		assertThat(call(requests, Long.MAX_VALUE)).containsExactly("a", "a");
	}

	@Test
	void whenCallsSendAllMessagesThenTheyAreTheSame() {
		Requests<String> requests = requests(4, "a", "b");
		assertThat(requests.constant()).isTrue();
		assertThat(call(requests, 7)).containsExactly("a", "b", "a", "b");
	}

	@Test
	void whenCallsSendSomeOfTheMessagesThenEachGoesOnWhereTheLastOneEnded() {
		Requests<String> requests = requests(2, "a", "b", "c");
		assertThat(requests.constant()).isFalse();
		assertThat(call(requests, 0)).containsExactly("a", "b");
		assertThat(call(requests, 1)).containsExactly("c", "a");
		assertThat(call(requests, 2)).containsExactly("b", "c");
		assertThat(call(requests, 3)).containsExactly("a", "b");
		assertThat(call(requests, Long.MAX_VALUE)).hasSize(2);
	}

	@Test
	void whenCallsSendNothingThenTheyAreTheSame() {
		assertThat(requests(0, "a", "b").constant()).isTrue();
	}

	@Test
	void whenAMessageChangesThenItIsMadeForEachPlace() {
		Source<String> changing = new Source<>(false, (call, index) -> call + "." + index);
		Requests<String> requests = new Requests<>(List.of(Source.same("a"), changing), 2);
		assertThat(requests.constant()).isFalse();
		assertThat(call(requests, 5)).containsExactly("a", "5.1");
		assertThat(changing.map(String::length).form().message(10, 0)).isEqualTo(4);
	}

	@Test
	void whenAMessageIsAlwaysTheSameThenItIsBroughtIntoAnotherFormOnce() {
		AtomicInteger times = new AtomicInteger();
		Source<Integer> mapped = Source.same("abc").map((text) -> times.incrementAndGet() + text.length());
		assertThat(mapped.constant()).isTrue();
		assertThat(mapped.form().message(1, 0)).isEqualTo(mapped.form().message(2, 0)).isEqualTo(4);
		assertThat(times).hasValue(1);
	}

	private static Requests<String> requests(int count, String... messages) {
		return new Requests<>(Stream.of(messages).map(Source::same).toList(), count);
	}

	private static List<String> call(Requests<String> requests, long call) {
		return IntStream.range(0, requests.count()).mapToObj((index) -> requests.message(call, index)).toList();
	}

}
