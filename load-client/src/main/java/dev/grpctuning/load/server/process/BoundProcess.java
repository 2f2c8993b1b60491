package dev.grpctuning.load.server.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/** Starts a process that does not outlive this one. */
public final class BoundProcess {

	/**
	 * A terminal's interrupt key reaches all processes, but the client is the one to stop
	 * the server: after it has counted. A JVM leaves a signal alone that is ignored when
	 * it starts. The program starts once its end is watched.
	 */
	private static final List<String> WATCHED = List.of("/bin/sh", "-c", "trap '' INT; read -r _ && exec \"$@\"", "sh");

	/** The pipe that it reads ends with this process, also by a {@code kill -9}. */
	private static final List<String> WATCH = List.of("/bin/sh", "-c", "trap '' INT; read -r _; kill -9 \"$1\"", "sh");

	private BoundProcess() {
	}

	public static Process start(ProcessBuilder builder) throws IOException {
		Process process = builder.command(with(WATCHED, builder.command())).start();
		try {
			Process watch = new ProcessBuilder(with(WATCH, List.of(String.valueOf(process.pid()))))
				.redirectOutput(Redirect.DISCARD)
				.redirectError(Redirect.DISCARD)
				.start();
			// This also keeps the pipe from being collected, and so closed.
			process.onExit().thenRun(watch::destroyForcibly);
			process.getOutputStream().write('\n');
			process.getOutputStream().flush();
			return process;
		}
		catch (IOException ex) {
			process.destroyForcibly();
			throw ex;
		}
	}

	private static List<String> with(List<String> shell, List<String> words) {
		List<String> command = new ArrayList<>(shell);
		command.addAll(words);
		return command;
	}

}
