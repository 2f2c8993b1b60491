package dev.grpctuning.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Starts interruptible processes without the environment of the developer. */
final class CleanProcess {

	private static final Set<String> KEPT = Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL",
			"LC_CTYPE", "TZ", "TMPDIR", "TERM", "JAVA_HOME");

	/** A JVM installs no handler for a signal that is ignored when it starts. */
	private static final List<String> INTERRUPTIBLE = runs("env", "--default-signal=INT", "true")
			? List.of("env", "--default-signal=INT") : List.of("perl", "-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV");

	private CleanProcess() {
	}

	static ProcessBuilder builder(List<String> command) {
		List<String> words = new ArrayList<>(INTERRUPTIBLE);
		words.addAll(command);
		ProcessBuilder builder = new ProcessBuilder(words);
		builder.environment().keySet().retainAll(KEPT);
		return builder;
	}

	private static boolean runs(String... command) {
		try {
			return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
