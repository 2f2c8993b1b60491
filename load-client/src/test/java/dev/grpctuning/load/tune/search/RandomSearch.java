package dev.grpctuning.load.tune.search;

import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Scores random settings until the time is over, and takes the best score. */
final class RandomSearch {

	private final SimulatedTuning trials;

	private final RandomGenerator random;

	RandomSearch(SimulatedTuning trials, long seed) {
		this.trials = trials;
		this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(~seed);
	}

	Candidate search() {
		Candidate best = Candidate.CONFIGURED;
		double highest = this.trials.score(best, 1000);
		while (this.trials.secondsLeft() > 0) {
			Candidate next = draw();
			double score = this.trials.score(next, highest);
			if (score > highest) {
				best = next;
				highest = score;
			}
		}
		return best;
	}

	private Candidate draw() {
		Map<String, String> knobs = new TreeMap<>();
		SimulatedService.SPACE.knobs().forEach((knob, values) -> {
			int index = this.random.nextInt(values.size() + 1);
			if (index != values.size()) {
				knobs.put(knob, values.get(index));
			}
		});
		return new Candidate(knobs);
	}

}
