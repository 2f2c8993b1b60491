package dev.grpctuning.load.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pauses in a JVM's unified GC log, which is whole even if the JVM died. Written by
 * {@code -Xlog:gc}: Serial, Parallel and G1 log a line with the heap before and after for
 * each pause.
 */
public record GcSummary(int youngCount, double youngSeconds, int fullCount, double fullSeconds, long peakHeapBytes) {

	private static final Pattern PAUSE = Pattern
		.compile("Pause (Young|Full).* (\\d+)([KMG])->\\d+[KMG]\\(\\d+[KMG]\\) ([\\d.]+)ms");

	public static GcSummary read(Path log, long from) throws IOException {
		GcSummary sum = new GcSummary(0, 0, 0, 0, 0);
		if (!Files.exists(log)) {
			return sum;
		}
		try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
			// A byte is a character in this charset.
			reader.skip(from);
			for (String line : (Iterable<String>) reader.lines()::iterator) {
				Matcher pause = PAUSE.matcher(line);
				if (pause.find()) {
					sum = sum.plus(pause);
				}
			}
		}
		return sum;
	}

	private GcSummary plus(Matcher pause) {
		long heap = Math.max(this.peakHeapBytes, Long.parseLong(pause.group(2)) * unit(pause.group(3)));
		double seconds = Double.parseDouble(pause.group(4)) / 1000;
		if (pause.group(1).equals("Full")) {
			return new GcSummary(this.youngCount, this.youngSeconds, this.fullCount + 1, this.fullSeconds + seconds,
					heap);
		}
		return new GcSummary(this.youngCount + 1, this.youngSeconds + seconds, this.fullCount, this.fullSeconds, heap);
	}

	private static long unit(String letter) {
		return switch (letter) {
			case "K" -> 1L << 10;
			case "M" -> 1L << 20;
			default -> 1L << 30;
		};
	}

}
