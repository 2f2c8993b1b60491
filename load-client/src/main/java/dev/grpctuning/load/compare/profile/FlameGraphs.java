package dev.grpctuning.load.compare.profile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

import one.convert.Arguments;
import one.convert.FlameGraph;
import one.convert.JfrToFlame;
import org.jspecify.annotations.Nullable;

/**
 * Draws flame graphs of a recording of Java Flight Recorder, between two moments. They
 * are pages of their own, because each is as large as a report.
 *
 * @param recording the file of the recording
 */
public record FlameGraphs(Path recording, Instant from, Instant until) {

	/** Name of the folder of a variant's profile, beside its rounds. */
	public static final String FOLDER = "profile";

	/** Draws one of each kind, and its difference to a baseline, if there is one. */
	void write(String name, Path folder, @Nullable FlameGraphs baseline) throws IOException {
		for (Kind kind : Kind.values()) {
			write(graph(kind, kind.title() + " of " + name, false), folder.resolve(kind.file()));
			if (baseline != null) {
				FlameGraph difference = graph(kind, kind.title() + " of " + name + ", difference to the baseline",
						true);
				difference.diff(baseline.graph(kind, "", true));
				write(difference, folder.resolve(kind.difference()));
			}
		}
	}

	private FlameGraph graph(Kind kind, String title, boolean difference) throws IOException {
		Arguments arguments = new Arguments();
		arguments.title = title;
		arguments.alloc = kind == Kind.ALLOCATION;
		arguments.total = kind == Kind.ALLOCATION;
		arguments.diff = difference;
		arguments.norm = true;
		arguments.from = this.from.toEpochMilli();
		arguments.to = this.until.toEpochMilli();
		return JfrToFlame.parse(this.recording.toString(), arguments);
	}

	private static void write(FlameGraph graph, Path file) throws IOException {
		try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
			graph.dump(out);
		}
	}

	/** What a flame graph is of. */
	public enum Kind {

		/** Samples of running threads. */
		CPU("CPU time"),

		/** Bytes of allocated objects. */
		ALLOCATION("Allocations");

		private final String title;

		Kind(String title) {
			this.title = title;
		}

		public String title() {
			return this.title;
		}

		/** Name of its page. */
		public String file() {
			return name().toLowerCase(Locale.ROOT) + ".html";
		}

		/** Name of the page with its difference to the baseline. */
		public String difference() {
			return name().toLowerCase(Locale.ROOT) + "-difference.html";
		}

	}

}
