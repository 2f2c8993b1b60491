package dev.grpctuning.load.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;

/**
 * Pauses in a JVM's unified GC log, which is complete even if the JVM died. Written by
 * {@code -Xlog:gc} and, for the pauses of ZGC, {@code gc+phases}. A line with a time is
 * written when a pause has ended.
 *
 * @param youngCount young collections: pauses of Serial, Parallel and G1, mixed ones
 * included, and minor collections of ZGC
 * @param youngSeconds pauses of these
 * @param fullCount full collections in a pause
 * @param peakHeapBytes most heap in use before or after a collection
 * @param concurrent pauses of concurrent cycles, such as G1's remark and cleanup, and
 * those in which ZGC and Shenandoah begin and end to mark. {@code null} in a result of
 * 0.1.0
 * @param degenerated collections of Shenandoah that went on in a pause, because the heap
 * was full
 * @param stalls waits of single threads for memory from ZGC; their times overlap
 */
public record GcSummary(int youngCount, double youngSeconds, int fullCount, double fullSeconds, long peakHeapBytes,
		@Nullable Pauses concurrent, @Nullable Pauses degenerated, @Nullable Pauses stalls) {

	public static final GcSummary NONE = new GcSummary(0, 0, 0, 0, 0, Pauses.NONE, Pauses.NONE, Pauses.NONE);

	/** A pause or a wait; those of ZGC's minor collections begin with a "y". */
	private static final Pattern TIMED = Pattern
		.compile("^(?:.*\\[(\\d+)ns\\])?.*?(y: )?(Pause \\w+|(?:Allocation|Relocation) Stall)\\b.* ([\\d.]+)ms$");

	private static final Pattern MINOR = Pattern.compile("Minor Collection .*->.* [\\d.]+s$");

	private static final Pattern HEAP = Pattern
		.compile("(\\d+)([KMG])(?:\\(\\d+%\\))?->(\\d+)([KMG])\\(.* [\\d.]+m?s$");

	/** Lines of a log from a byte on, none if there is no log. */
	static List<String> lines(Path log, long from) throws IOException {
		if (!Files.exists(log)) {
			return List.of();
		}
		try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
			// A byte is a character in this charset.
			reader.skip(from);
			return reader.lines().toList();
		}
	}

	static GcSummary of(List<String> log) {
		Map<String, Pauses> kinds = new HashMap<>();
		long peak = 0;
		for (String line : log) {
			Matcher timed = TIMED.matcher(line);
			if (timed.find()) {
				kinds.merge(kind(timed), new Pauses(1, millis(timed) / 1000), Pauses::plus);
			}
			Matcher heap = HEAP.matcher(line);
			if (heap.find()) {
				peak = Math.max(peak,
						Math.max(bytes(heap.group(1), heap.group(2)), bytes(heap.group(3), heap.group(4))));
			}
		}
		Pauses young = kinds.getOrDefault("Pause Young", Pauses.NONE);
		Pauses full = kinds.getOrDefault("Pause Full", Pauses.NONE);
		// Three pauses make one minor collection, which has a line of its own.
		int minor = (int) log.stream().filter(MINOR.asPredicate()).count();
		return new GcSummary(young.count() + minor,
				young.seconds() + kinds.getOrDefault("minor", Pauses.NONE).seconds(), full.count(), full.seconds(),
				peak, kinds.getOrDefault("concurrent", Pauses.NONE),
				kinds.getOrDefault("Pause Degenerated", Pauses.NONE), kinds.getOrDefault("stall", Pauses.NONE));
	}

	private static String kind(Matcher timed) {
		return (timed.group(2) != null) ? "minor" : switch (timed.group(3)) {
			case "Pause Young", "Pause Full", "Pause Degenerated" -> timed.group(3);
			case "Allocation Stall", "Relocation Stall" -> "stall";
			default -> "concurrent";
		};
	}

	private static double millis(Matcher timed) {
		return Double.parseDouble(timed.group(4));
	}

	private static long bytes(String number, String unit) {
		return Long.parseLong(number) << switch (unit) {
			case "K" -> 10;
			case "M" -> 20;
			default -> 30;
		};
	}

	/**
	 * Reads when the JVM stood still. The time of a line, with the decoration
	 * {@code timenanos}, is that of {@link System#nanoTime()}, which all processes of a
	 * machine share.
	 */
	static List<Stall> pauses(List<String> log) {
		return log.stream()
			.map(TIMED::matcher)
			.filter((timed) -> timed.find() && timed.group(1) != null && timed.group(3).startsWith("Pause"))
			.map((pause) -> {
				long until = Long.parseLong(pause.group(1));
				TailCause cause = switch (pause.group(3)) {
					case "Pause Young" -> TailCause.YOUNG_COLLECTION;
					case "Pause Full" -> TailCause.FULL_COLLECTION;
					default -> TailCause.OTHER_PAUSE;
				};
				return new Stall(cause, until - Math.round(millis(pause) * 1e6), until);
			})
			.toList();
	}

	/** Seconds in which all threads stood still. */
	public double pausedSeconds() {
		return this.youngSeconds + this.fullSeconds + seconds(this.concurrent) + seconds(this.degenerated);
	}

	/** Pauses, without waits of single threads. */
	public int pauseCount() {
		return this.youngCount + this.fullCount + count(this.concurrent) + count(this.degenerated);
	}

	private static double seconds(@Nullable Pauses pauses) {
		return (pauses != null) ? pauses.seconds() : 0;
	}

	private static int count(@Nullable Pauses pauses) {
		return (pauses != null) ? pauses.count() : 0;
	}

	/** Number of pauses or waits, and their time together. */
	public record Pauses(int count, double seconds) {

		public static final Pauses NONE = new Pauses(0, 0);

		private Pauses plus(Pauses more) {
			return new Pauses(this.count + more.count, this.seconds + more.seconds);
		}

	}

}
