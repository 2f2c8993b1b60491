package dev.grpctuning.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a command printed, on both streams, and how it ended. */
record Outcome(int exitCode, String output) {

	private static final long LONGEST_MINUTES = 15;

	/** Runs a command to its end. */
	static Outcome of(Path folder, String... command) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
		// What a user of this machine has set for a stack of his own.
		builder.environment()
			.keySet()
			.removeIf((name) -> name.matches("(SPRING|GRPC|HELLO|LOAD|PORT|GRAFANA|COMPOSE)_.*|TAG"));
		Process process = builder.start();
		CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process));
		try {
			process.getOutputStream().close();
			if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
				throw new IllegalStateException("%s does not end".formatted(String.join(" ", command)));
			}
			return new Outcome(process.exitValue(), output.join());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
		finally {
			process.destroyForcibly();
		}
	}

	private static String read(Process process) {
		try {
			return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Outcome orFail() {
		if (this.exitCode != 0) {
			throw new IllegalStateException("ended with %d: %s".formatted(this.exitCode, this.output));
		}
		return this;
	}

}
