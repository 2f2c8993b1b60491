package dev.grpctuning.load.tune.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.grpctuning.load.tune.search.SuccessiveHalving.Scored;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link SuccessiveHalving}. */
class SuccessiveHalvingTests {

	private final List<Integer> rungs = new ArrayList<>();

	@Test
	void whenThereAreManyThenTheBetterHalfGoesOn() throws Exception {
		List<Scored> best = search(16);
		assertThat(best).map(Scored::score).containsExactly(15.0, 14.0);
		assertThat(SuccessiveHalving.rungs(16)).containsExactly(16, 8, 4);
		assertThat(IntStream.range(0, 3).mapToObj(this::scoredIn)).containsExactly(16L, 8L, 4L);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 7, 31 })
	void whenThereAreSomeThenTheRungsAreThoseThatWerePlanned(int candidates) throws Exception {
		List<Scored> best = search(candidates);
		assertThat(best.getFirst().score()).isEqualTo(Math.max(candidates - 1, 0.5));
		List<Integer> planned = SuccessiveHalving.rungs(candidates);
		assertThat(IntStream.range(0, planned.size()).mapToObj((rung) -> (int) scoredIn(rung)))
			.containsExactlyElementsOf(planned);
	}

	@Test
	void whenNothingIsOfUseThenNothingIsLeft() throws Exception {
		assertThat(new SuccessiveHalving((candidate, rung) -> 0).search(candidates(9))).isEmpty();
		assertThat(new SuccessiveHalving((candidate, rung) -> 1).search(List.of())).isEmpty();
	}

	private List<Scored> search(int candidates) throws Exception {
		return new SuccessiveHalving((candidate, rung) -> {
			this.rungs.add(rung);
			return Math.max(0.5, Integer.parseInt(candidate.knobs().get("n")));
		}).search(candidates(candidates));
	}

	private static List<Candidate> candidates(int number) {
		return IntStream.range(0, number).mapToObj((i) -> new Candidate(Map.of("n", String.valueOf(i)))).toList();
	}

	private long scoredIn(int rung) {
		return this.rungs.stream().filter((scored) -> scored == rung).count();
	}

}
