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
import java.util.TreeMap;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

import dev.grpctuning.load.compare.result.MethodsDocument.Sampler;
import dev.grpctuning.load.compare.slices.SlicedTurns.Measured.Window;

/**
 * Samples of each method in the slices of a server. A sample is of the method that ran,
 * or of its nearest caller outside the JDK, where the change was made that let it run
 * longer.
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
					double nanos = (sampler == Sampler.CPU_TIME) ? event.getDuration("samplingPeriod").toNanos() : 1;
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
