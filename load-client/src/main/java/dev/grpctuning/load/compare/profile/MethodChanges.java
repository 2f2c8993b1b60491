package dev.grpctuning.load.compare.profile;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

import dev.grpctuning.load.compare.profile.MethodChanges.SelfTimes.Sum;
import dev.grpctuning.load.compare.result.MethodsDocument;
import dev.grpctuning.load.compare.result.MethodsDocument.Sampler;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured.Window;
import dev.grpctuning.slices.ManyDifferences;
import dev.grpctuning.slices.ManyDifferences.Difference;
import dev.grpctuning.slices.ManyDifferences.Sides;

/**
 * Compares the self times of methods per call in servers of a baseline and a variant,
 * which took turns in rounds.
 *
 * @param sampler the kind of samples of which there are most
 * @param nanos CPU time of a sample of running threads, or 1 if samples have their time
 */
record MethodChanges(List<SelfTimes> baseline, List<SelfTimes> variant, Sampler sampler, double nanos) {

	private static final double FALSE_DISCOVERIES = 0.05;

	/** Fewer samples in all servers are not compared. */
	private static final long FEWEST_SAMPLES = 60;

	/** Of a server that does not sample CPU time. */
	private static final double RUNNING_NANOS = 1e6;

	static MethodChanges of(List<SelfTimes> baseline, List<SelfTimes> variant) {
		List<SelfTimes> all = Stream.concat(baseline.stream(), variant.stream()).toList();
		long running = all.stream().mapToLong((times) -> times.samples(Sampler.RUNNING)).sum();
		if (running <= all.stream().mapToLong((times) -> times.samples(Sampler.CPU_TIME)).sum()) {
			return new MethodChanges(baseline, variant, Sampler.CPU_TIME, 1);
		}
		double cpu = all.stream().mapToDouble(SelfTimes::javaNanos).sum();
		return new MethodChanges(baseline, variant, Sampler.RUNNING, (cpu > 0) ? cpu / running : RUNNING_NANOS);
	}

	MethodsDocument document(String title) {
		int rounds = this.baseline.size();
		double[] totals = IntStream.range(0, rounds)
			.mapToDouble((round) -> total(this.baseline.get(round)) + total(this.variant.get(round)))
			.toArray();
		double mean = IntStream.range(0, rounds).mapToDouble((round) -> totals[round] / rounds).sum();
		// What slows down the machine for a round slows down all methods.
		double[] speeds = IntStream.range(0, rounds).mapToDouble((round) -> mean / totals[round]).toArray();
		Map<String, Sides> methods = new TreeMap<>();
		for (String method : names()) {
			Sides sides = new Sides(nanos(method, this.baseline, speeds), nanos(method, this.variant, speeds),
					(variance(method, this.baseline) + variance(method, this.variant)) / (2 * rounds));
			methods.put(method, sides);
		}
		Map<String, Difference> found = ManyDifferences.of(methods, rounds, FALSE_DISCOVERIES);
		return new MethodsDocument(title, this.sampler, rounds, methods.size(),
				this.baseline.stream().mapToDouble(this::total).average().orElse(0),
				found.values().stream().mapToDouble(Difference::smallest).min().orElse(0),
				found.values().stream().mapToDouble(Difference::smallest).max().orElse(0),
				found.entrySet()
					.stream()
					.filter((method) -> method.getValue().shown())
					.map((method) -> change(method.getKey(), method.getValue()))
					.toList());
	}

	private static MethodsDocument.Change change(String method, Difference found) {
		return new MethodsDocument.Change(method, found.first(), found.second(), found.second() - found.first(),
				found.interval().low(), found.interval().high());
	}

	private Set<String> names() {
		Set<String> names = new TreeSet<>();
		all().forEach((times) -> names.addAll(times.of(this.sampler).keySet()));
		names.removeIf((name) -> all().mapToLong((times) -> sum(name, times).samples()).sum() < FEWEST_SAMPLES);
		return names;
	}

	private Stream<SelfTimes> all() {
		return Stream.concat(this.baseline.stream(), this.variant.stream());
	}

	private Sum sum(String method, SelfTimes times) {
		return times.of(this.sampler).getOrDefault(method, Sum.NONE);
	}

	private double total(SelfTimes times) {
		return times.of(this.sampler).values().stream().mapToDouble(Sum::nanos).sum() * this.nanos / times.calls();
	}

	private double[] nanos(String method, List<SelfTimes> side, double[] speeds) {
		return IntStream.range(0, side.size())
			.mapToDouble((round) -> sum(method, side.get(round)).nanos() * this.nanos / side.get(round).calls()
					* speeds[round])
			.toArray();
	}

	private double variance(String method, List<SelfTimes> side) {
		return side.stream()
			.mapToDouble((times) -> sum(method, times).squares() * Math.pow(this.nanos / times.calls(), 2))
			.sum();
	}

	/**
	 * Samples of each method in the slices of a server. A sample is of the method that
	 * ran, or of its nearest caller outside the JDK, where the change was made that let
	 * it run longer.
	 *
	 * @param samplers samples of each method, of each kind
	 * @param javaNanos CPU time that was sampled in methods that are not native
	 * @param calls calls in all slices
	 */
	record SelfTimes(Map<Sampler, Map<String, Sum>> samplers, double javaNanos, long calls) {

		static SelfTimes of(Path recording, List<Window> slices) throws IOException {
			NavigableMap<Instant, Window> times = new TreeMap<>();
			slices.forEach((slice) -> times.put(slice.from(), slice));
			Map<Sampler, Map<String, Sum>> samplers = new EnumMap<>(Sampler.class);
			double javaNanos = 0;
			try (RecordingFile file = new RecordingFile(recording)) {
				while (file.hasMoreEvents()) {
					RecordedEvent event = file.readEvent();
					Sampler sampler = Sampler.of(event.getEventType().getName());
					if (sampler == null || event.getStackTrace() == null || !isIn(times, event.getStartTime())) {
						continue;
					}
					List<RecordedFrame> frames = event.getStackTrace().getFrames();
					if (!frames.isEmpty()) {
						double nanos = (sampler == Sampler.CPU_TIME) ? event.getDuration("samplingPeriod").toNanos()
								: 1;
						samplers.computeIfAbsent(sampler, (any) -> new HashMap<>())
							.merge(method(frames), new Sum(1, nanos, nanos * nanos), Sum::plus);
						boolean compiled = !Modifier.isNative(frames.getFirst().getMethod().getModifiers());
						javaNanos += (sampler == Sampler.CPU_TIME && compiled) ? nanos : 0;
					}
				}
			}
			return new SelfTimes(samplers, javaNanos, slices.stream().mapToLong(Window::calls).sum());
		}

		private static boolean isIn(NavigableMap<Instant, Window> slices, Instant time) {
			Map.Entry<Instant, Window> slice = slices.floorEntry(time);
			return slice != null && time.isBefore(slice.getValue().until());
		}

		private static String method(List<RecordedFrame> frames) {
			return frames.stream()
				.map(RecordedFrame::getMethod)
				.filter((method) -> !isOfJdk(method.getType().getName()))
				.findFirst()
				.map(SelfTimes::name)
				.orElseGet(() -> name(frames.getFirst().getMethod()));
		}

		private static boolean isOfJdk(String type) {
			return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.");
		}

		private static String name(RecordedMethod method) {
			return stable(method.getType().getName() + "." + method.getName());
		}

		/** Leaves out what differs between two JVMs of one jar. */
		static String stable(String method) {
			return method.replaceFirst("\\$\\$Lambda.*\\.", "\\$\\$Lambda.")
				.replaceFirst("[/+]0x[0-9a-f]+", "")
				.replaceFirst("(\\$Proxy|Accessor|\\$\\$SpringCGLIB\\$\\$)\\d+", "$1");
		}

		Map<String, Sum> of(Sampler sampler) {
			return this.samplers.getOrDefault(sampler, Map.of());
		}

		long samples(Sampler sampler) {
			return of(sampler).values().stream().mapToLong(Sum::samples).sum();
		}

		/** Samples of a method: their time, and the sum of its squares. */
		record Sum(long samples, double nanos, double squares) {

			static final Sum NONE = new Sum(0, 0, 0);

			Sum plus(Sum other) {
				return new Sum(this.samples + other.samples, this.nanos + other.nanos, this.squares + other.squares);
			}

		}

	}

}
