package dev.grpctuning.load.server.process;

import org.jspecify.annotations.Nullable;

/**
 * How the process of a server ended.
 *
 * @param exitCode above 128 the signal that ended it plus 128
 * @param asked whether it was told to end
 */
public record ServerExit(int exitCode, boolean asked, @Nullable String outOfMemory, @Nullable String lastError) {

	/** Why it ended: out of memory, or its exit code with its last error. */
	public String text() {
		return (this.outOfMemory != null) ? this.outOfMemory
				: "exit code " + this.exitCode + ((this.lastError != null) ? ": " + this.lastError : "");
	}

}
