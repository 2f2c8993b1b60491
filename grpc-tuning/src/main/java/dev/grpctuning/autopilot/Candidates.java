package dev.grpctuning.autopilot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.grpctuning.autopilot.experiment.Sample.Calls;
import dev.grpctuning.settings.Knob;
import dev.grpctuning.settings.Knobs;
import dev.grpctuning.settings.value.MethodPattern;

/**
 * Finds what may be tried: other executors, and numbers twice or half as large. All of it
 * takes effect with the next call, so that it can be compared in slices.
 */
final class Candidates {

	/** What the autopilot may change. */
	static final List<Knob<?>> KNOBS = List.of(Knobs.EXECUTOR_TYPE, Knobs.EXECUTOR_THREADS, Knobs.EXECUTOR_ROUTES,
			Knobs.EXECUTOR_QUEUE_CAPACITY, Knobs.LIMIT_CONCURRENT_CALLS, Knobs.LIMIT_ALGORITHM);

	/** The least dangerous one first. */
	private static final List<String> TYPES = List.of("adaptive", "virtual", "fork-join", "cached", "fixed", "direct");

	private static final Set<String> OF_A_SIZE = Set.of("fork-join", "fixed");

	/** Handlers that take longer may block, and would hold up their event loop. */
	private static final double QUICK_MILLIS = 2;

	private static final String ROUTE = "virtual";

	/** Executors on which handlers that block do not hold up others. */
	private static final Set<String> OF_ITS_OWN = Set.of("virtual", "adaptive");

	/** Threads per call that is usually open. */
	private static final double SPARE = 2;

	private final TunedService service;

	private final Bounds bounds;

	Candidates(TunedService service, Bounds bounds) {
		this.service = service;
		this.bounds = bounds;
	}

	/**
	 * Candidates beside the present settings, the most promising first.
	 * @param calls calls of the last seconds
	 * @param meanMillis their mean durations by full name of their method
	 * @param helped values that were better under another load
	 */
	List<Candidate> near(Calls calls, Map<String, Double> meanMillis, Set<Map<String, String>> helped) {
		// By Little's law.
		double open = calls.perSecond() * Math.max(0, calls.durations().meanMillis()) / 1000;
		List<Candidate> found = new ArrayList<>();
		types(calls, open, found);
		route(meanMillis, found);
		number(Knobs.EXECUTOR_THREADS, SPARE * open, found);
		number(Knobs.EXECUTOR_QUEUE_CAPACITY, SPARE * open, found);
		number(Knobs.LIMIT_CONCURRENT_CALLS, SPARE * open, found);
		algorithms(found);
		List<String> advised = this.service.advised();
		int threads = threads();
		List<Reason> reasons = List.of(
				new Reason("was better under another load", (candidate) -> helped.contains(candidate.values())),
				new Reason("there is advice about this setting",
						(candidate) -> candidate.values().keySet().stream().anyMatch(advised::contains)),
				new Reason("all threads are busy",
						(candidate) -> threads > 0 && open >= threads && hasMoreThreads(candidate, threads)));
		return Stream
			.concat(reasons.stream().flatMap((reason) -> found.stream().filter(reason.test).map(reason::of)),
					found.stream()
						.filter((candidate) -> reasons.stream().noneMatch((each) -> each.test.test(candidate))))
			.filter(this::isAllowed)
			.collect(Collectors.toMap(Candidate::values, Function.identity(), (first, second) -> first,
					LinkedHashMap::new))
			.values()
			.stream()
			.toList();
	}

	/** Threads of handlers, 0 if there are as many as needed. */
	private int threads() {
		String type = this.service.value(Knobs.EXECUTOR_TYPE);
		boolean isSet = !this.service.value(Knobs.EXECUTOR_THREADS).isEmpty();
		return (OF_A_SIZE.contains(type) || (isSet && type.equals("adaptive"))) ? threadsOfASize() : 0;
	}

	/** Threads that an executor of a certain size has. */
	private int threadsOfASize() {
		String set = this.service.value(Knobs.EXECUTOR_THREADS);
		return set.matches("\\d{1,6}") ? Integer.parseInt(set) : this.service.processors();
	}

	private static boolean hasMoreThreads(Candidate candidate, int threads) {
		String number = candidate.values().get(Knobs.EXECUTOR_THREADS.name());
		return (number != null) ? Integer.parseInt(number) > threads
				: "virtual".equals(candidate.values().get(Knobs.EXECUTOR_TYPE.name()));
	}

	private boolean isAllowed(Candidate candidate) {
		return candidate.values()
			.entrySet()
			.stream()
			.allMatch((each) -> each.getValue().isEmpty() || Knobs.find(each.getKey())
				.filter((knob) -> knob == Knobs.EXECUTOR_ROUTES || this.bounds.allow(knob, each.getValue()))
				.isPresent());
	}

	private void types(Calls calls, double open, List<Candidate> found) {
		String present = this.service.value(Knobs.EXECUTOR_TYPE);
		for (String type : TYPES) {
			// gRPC's default is a cached pool.
			boolean same = type.equals(present) || (present.isEmpty() && type.equals("cached"));
			boolean blocks = type.equals("direct") && !(calls.p99Millis() < QUICK_MILLIS);
			if (same || blocks) {
				continue;
			}
			Map<String, String> values = new LinkedHashMap<>();
			values.put(Knobs.EXECUTOR_TYPE.name(), type);
			if (OF_A_SIZE.contains(type) && SPARE * open > threadsOfASize()) {
				values.put(Knobs.EXECUTOR_THREADS.name(), String.valueOf(powerOfTwo(SPARE * open)));
			}
			found.add(new Candidate(values, "another executor"));
		}
	}

	/**
	 * Methods that block, so that quick ones do not wait for their threads. All wait as
	 * long for a thread of the present executor, so that only the difference shows it.
	 */
	private void route(Map<String, Double> meanMillis, List<Candidate> found) {
		String present = this.service.value(Knobs.EXECUTOR_ROUTES);
		Map<String, Double> unrouted = new TreeMap<>(meanMillis);
		unrouted.keySet()
			.removeIf((method) -> !MethodPattern.isValid(method) || MethodPattern.isHealth(method)
					|| Stream.of(present.split(", "))
						.anyMatch((route) -> MethodPattern.of(route.split(" ")[0]).matches(method)));
		double quickest = unrouted.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
		String routes = unrouted.entrySet()
			.stream()
			.filter((each) -> each.getValue() - quickest >= QUICK_MILLIS)
			.map((each) -> each.getKey() + " type=" + ROUTE)
			.collect(Collectors.joining(", "));
		if (!routes.isEmpty() && !OF_ITS_OWN.contains(this.service.value(Knobs.EXECUTOR_TYPE))
				&& this.bounds.allowRoute(ROUTE)) {
			found.add(new Candidate(
					Map.of(Knobs.EXECUTOR_ROUTES.name(), present.isEmpty() ? routes : present + ", " + routes),
					"these methods block, and others are quick"));
		}
	}

	private static int powerOfTwo(double least) {
		return 1 << Math.min(14, (int) Math.ceil(Math.log(least) / Math.log(2)));
	}

	private void number(Knob<?> knob, double least, List<Candidate> found) {
		String text = (knob == Knobs.EXECUTOR_THREADS) ? String.valueOf(threads()) : this.service.value(knob);
		if (!text.matches("[1-9]\\d{0,5}")) {
			return;
		}
		int present = Integer.parseInt(text);
		found.add(new Candidate(Map.of(knob.name(), String.valueOf(2 * present)), "twice the number"));
		if (present / 2 >= Math.max(1, least)) {
			found.add(new Candidate(Map.of(knob.name(), String.valueOf(present / 2)), "half the number"));
		}
	}

	/** An algorithm needs a limit to begin with. */
	private void algorithms(List<Candidate> found) {
		List<String> algorithms = Knobs.LIMIT_ALGORITHM.choices();
		if (algorithms == null || this.service.value(Knobs.LIMIT_CONCURRENT_CALLS).isEmpty()) {
			return;
		}
		String present = this.service.value(Knobs.LIMIT_ALGORITHM);
		algorithms.stream()
			.filter((algorithm) -> !algorithm.equals(present.isEmpty() ? algorithms.get(0) : present))
			.forEach((algorithm) -> found
				.add(new Candidate(Map.of(Knobs.LIMIT_ALGORITHM.name(), algorithm), "another algorithm")));
	}

	/** Why some candidates come first. */
	private record Reason(String why, Predicate<Candidate> test) {

		Candidate of(Candidate candidate) {
			return new Candidate(candidate.values(), this.why);
		}

	}

}
