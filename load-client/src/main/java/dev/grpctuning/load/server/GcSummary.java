package dev.grpctuning.load.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

	private static final Pattern TIMED = Pattern
		.compile("(y: )?(Pause \\w+|(?:Allocation|Relocation) Stall)\\b.* ([\\d.]+)ms$");

	private static final Pattern PAUSE = Pattern.compile("\\[(\\d+)ns\\].* Pause (\\w+).* ([\\d.]+)ms$");

	private static final Pattern MINOR = Pattern.compile("Minor Collection .*->.* [\\d.]+s$");

	private static final Pattern HEAP = Pattern
		.compile("(\\d+)([KMG])(?:\\(\\d+%\\))?->(\\d+)([KMG])\\(.* [\\d.]+m?s$");

	/** Reads a log from a byte on; all is 0 if there is none. */
	public static GcSummary read(Path log, long from) throws IOException {
		Sum sum = new Sum();
		lines(log, from).forEach(sum::add);
		return sum.summary();
	}

	/**
	 * Reads when the JVM stood still. The time of a line, with the decoration
	 * {@code timenanos}, is that of {@link System#nanoTime()}, which all processes of a
	 * machine share.
	 */
	static List<Stall> pauses(Path log, long from) throws IOException {
		return lines(log, from).stream().map(PAUSE::matcher).filter(Matcher::find).map((pause) -> {
			long until = Long.parseLong(pause.group(1));
			TailCause cause = switch (pause.group(2)) {
				case "Young" -> TailCause.YOUNG_COLLECTION;
				case "Full" -> TailCause.FULL_COLLECTION;
				default -> TailCause.OTHER_PAUSE;
			};
			return new Stall(cause, until - Math.round(Double.parseDouble(pause.group(3)) * 1e6), until);
		}).toList();
	}

	private static List<String> lines(Path log, long from) throws IOException {
		if (!Files.exists(log)) {
			return List.of();
		}
		try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
			// A byte is a character in this charset.
			reader.skip(from);
			return reader.lines().toList();
		}
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

		private Pauses plus(double more) {
			return new Pauses(this.count + 1, this.seconds + more);
		}

	}

	private static final class Sum {

		private Pauses young = Pauses.NONE;

		private Pauses full = Pauses.NONE;

		private Pauses concurrent = Pauses.NONE;

		private Pauses degenerated = Pauses.NONE;

		private Pauses stalls = Pauses.NONE;

		private long peakHeapBytes;

		private void add(String line) {
			Matcher timed = TIMED.matcher(line);
			if (timed.find()) {
				add(timed.group(1) != null, timed.group(2), Double.parseDouble(timed.group(3)) / 1000);
			}
			else if (MINOR.matcher(line).find()) {
				this.young = this.young.plus(0);
			}
			Matcher heap = HEAP.matcher(line);
			if (heap.find()) {
				this.peakHeapBytes = Math.max(this.peakHeapBytes,
						Math.max(bytes(heap.group(1), heap.group(2)), bytes(heap.group(3), heap.group(4))));
			}
		}

		private void add(boolean minor, String what, double seconds) {
			if (minor) {
				// Three pauses make one minor collection, which has a line of its own.
				this.young = new Pauses(this.young.count(), this.young.seconds() + seconds);
			}
			else if (what.equals("Pause Young")) {
				this.young = this.young.plus(seconds);
			}
			else if (what.equals("Pause Full")) {
				this.full = this.full.plus(seconds);
			}
			else if (what.equals("Pause Degenerated")) {
				this.degenerated = this.degenerated.plus(seconds);
			}
			else if (what.endsWith("Stall")) {
				this.stalls = this.stalls.plus(seconds);
			}
			else {
				this.concurrent = this.concurrent.plus(seconds);
			}
		}

		private static long bytes(String number, String unit) {
			return Long.parseLong(number) << switch (unit) {
				case "K" -> 10;
				case "M" -> 20;
				default -> 30;
			};
		}

		private GcSummary summary() {
			return new GcSummary(this.young.count(), this.young.seconds(), this.full.count(), this.full.seconds(),
					this.peakHeapBytes, this.concurrent, this.degenerated, this.stalls);
		}

	}

}
