package dev.grpctuning.load.tune.search;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import org.jspecify.annotations.Nullable;

/**
 * A service of which the knee is known at all settings of the built-in search space, on
 * two processors. Handlers compute or block. The executor matters most, and how much
 * threads, event loops and transport matter depends on it. Other knobs matter in some
 * services only, and most values are as good as the default. Some services have far too
 * few threads.
 */
final class SimulatedService {

	static final KnobSpace SPACE = space();

	static final double CONFIGURED = 2000;

	private static final double PROCESSORS = 2;

	private final Map<String, Double> effects = new TreeMap<>();

	private final double threads;

	private final double oneLoop;

	private final double oneLoopIfDirect;

	SimulatedService(long seed) {
		RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
		boolean blocking = random.nextBoolean();
		this.threads = PROCESSORS * Math.pow(2, blocking ? random.nextDouble(2, 4) : random.nextDouble(0, 1));
		effect("executor.type=fork-join", blocking ? random.nextDouble(1.1, 1.8) : random.nextDouble(1.1, 1.9));
		effect("executor.type=fixed", blocking ? random.nextDouble(1, 1.6) : random.nextDouble(1, 1.5));
		effect("executor.type=virtual", blocking ? random.nextDouble(1.2, 1.9) : random.nextDouble(0.9, 1.6));
		effect("executor.type=direct", blocking ? random.nextDouble(0.2, 0.5) : random.nextDouble(1.3, 2.5));
		effect("transport=epoll", random.nextDouble(1, 1.25));
		effect("transport=io-uring", random.nextDouble(0.85, 1.3));
		effect("flow-control-window=4MB", (random.nextInt(4) == 0) ? 1.12 : 1);
		effect("flow-control-window=256KB", (random.nextInt(4) == 0) ? 0.9 : 1);
		effect("max-concurrent-calls-per-connection=100", random.nextDouble(0.6, 1));
		this.oneLoop = random.nextDouble(0.9, 1.2);
		this.oneLoopIfDirect = random.nextDouble(0.5, 0.7);
		if (blocking && random.nextBoolean()) {
			double gain = random.nextDouble(2, 8);
			List.of("cached", "fork-join", "fixed", "virtual")
				.forEach((type) -> this.effects.merge("executor.type=" + type, gain, (one, other) -> one * other));
		}
	}

	/** A service in which some values matter, by a factor, and all others do not. */
	SimulatedService(Map<String, Double> effects) {
		this.effects.putAll(effects);
		this.threads = 0;
		this.oneLoop = effects.getOrDefault("worker-threads=1", 1.0);
		this.oneLoopIfDirect = this.oneLoop;
	}

	private void effect(String line, double factor) {
		this.effects.put(line, factor);
	}

	private static KnobSpace space() {
		Map<String, List<String>> knobs = new LinkedHashMap<>();
		knobs.put("executor.type", List.of("fork-join", "fixed", "cached", "virtual", "direct"));
		knobs.put("executor.threads", List.of("4", "16", "64"));
		knobs.put("transport", List.of("nio", "epoll", "io-uring"));
		knobs.put("worker-threads", List.of("1", "4"));
		knobs.put("flow-control-window", List.of("256KB", "4MB"));
		knobs.put("max-concurrent-calls-per-connection", List.of("100", "1000", "10000"));
		return new KnobSpace(knobs);
	}

	/** The rate at which its p99 is 10 ms, while the machine is as usual. */
	double knee(Candidate candidate) {
		double knee = CONFIGURED;
		for (Map.Entry<String, String> line : candidate.knobs().entrySet()) {
			if (!line.getKey().equals("worker-threads") || !line.getValue().equals("1")) {
				knee *= this.effects.getOrDefault(line.getKey() + "=" + line.getValue(), 1.0);
			}
		}
		String type = candidate.knobs().getOrDefault("executor.type", "cached");
		if (this.threads > 0 && (type.equals("fixed") || type.equals("fork-join"))) {
			knee *= ofThreads(candidate.knobs().get("executor.threads"));
		}
		if ("1".equals(candidate.knobs().get("worker-threads"))) {
			knee *= type.equals("direct") ? this.oneLoopIfDirect : this.oneLoop;
		}
		return knee;
	}

	/** Too few threads leave the processors idle, too many cost a little. */
	private double ofThreads(@Nullable String number) {
		double share = ((number != null) ? Double.parseDouble(number) : PROCESSORS) / this.threads;
		return (share < 1) ? Math.pow(share, 0.7) : Math.pow(0.97, Math.log(share) / Math.log(2));
	}

	/** The highest knee of all combinations of any number of values. */
	double best() {
		return best(List.copyOf(SPACE.knobs().keySet()), Candidate.CONFIGURED);
	}

	private double best(List<String> left, Candidate settled) {
		if (left.isEmpty()) {
			return knee(settled);
		}
		List<String> rest = left.subList(1, left.size());
		double best = best(rest, settled);
		for (String value : SPACE.knobs().getOrDefault(left.getFirst(), List.of())) {
			Map<String, String> knobs = new TreeMap<>(settled.knobs());
			knobs.put(left.getFirst(), value);
			best = Math.max(best, best(rest, new Candidate(knobs)));
		}
		return best;
	}

}
