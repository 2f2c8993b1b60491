package dev.grpctuning.load.transport.raw;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.grpctuning.load.transport.raw.CallTimers.Deadlines;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link Deadlines}. */
class DeadlinesTests {

	private final NumberedCalls numbered = new NumberedCalls();

	private final Deadlines deadlines = new Deadlines();

	@ParameterizedTest
	@CsvSource({ "0 1 2 3, ''", "3 2 1 0, ''", "1, 0 2 3", "0, 1 2 3", "3, 0 1 2", "1 2, 0 3", "2 0 3, 1" })
	void whenCallsEndThenTheOthersStayInOrder(String ended, String left) {
		List<RawCall> calls = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			calls.add(this.numbered.call(i));
			this.deadlines.add(calls.get(i));
		}
		for (String index : ended.split(" ")) {
			this.deadlines.remove(calls.get(Integer.parseInt(index)));
		}
		List<String> found = new ArrayList<>();
		for (RawCall first = this.deadlines.first; first != null; first = this.deadlines.first) {
			found.add(Long.toString(first.number));
			this.deadlines.remove(first);
		}
		assertThat(String.join(" ", found)).isEqualTo(left);
	}

	@Test
	void whenACallIsNotInThenNothingIsRemoved() {
		RawCall in = this.numbered.call(1);
		RawCall linkedElsewhere = this.numbered.call(2);
		linkedElsewhere.next = this.numbered.call(3);
		this.deadlines.add(in);
		this.deadlines.remove(linkedElsewhere);
		assertThat(this.deadlines.first).isSameAs(in);
		this.deadlines.remove(in);
		this.deadlines.remove(in);
		assertThat(this.deadlines.first).isNull();
	}

}
