package dev.grpctuning.load.server.stall;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.grpctuning.load.pressure.Stall;
import dev.grpctuning.load.pressure.TailCause;

/**
 * When a JVM stood still for garbage collection, by its log. The time of a line, with the
 * decoration {@code timenanos}, is that of {@link System#nanoTime()}, which all processes
 * of a machine share; a pause has just ended then.
 */
public final class GcPauses {

	private static final Pattern PAUSE = Pattern.compile("\\[(\\d+)ns\\].* Pause (\\w+).* ([\\d.]+)ms$");

	private GcPauses() {
	}

	/** Reads the pauses after a position of the log; none if there is no log. */
	public static List<Stall> read(Path log, long from) throws IOException {
		if (!Files.exists(log)) {
			return List.of();
		}
		try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
			// A byte is a character in this charset.
			reader.skip(from);
			return reader.lines().map(PAUSE::matcher).filter(Matcher::find).map((pause) -> {
				long until = Long.parseLong(pause.group(1));
				return new Stall(kind(pause.group(2)), until - Math.round(Double.parseDouble(pause.group(3)) * 1e6),
						until);
			}).toList();
		}
	}

	private static TailCause kind(String name) {
		return switch (name) {
			case "Young" -> TailCause.YOUNG_COLLECTION;
			case "Full" -> TailCause.FULL_COLLECTION;
			default -> TailCause.OTHER_PAUSE;
		};
	}

}
