package dev.grpctuning.load.server.process;

import org.jspecify.annotations.Nullable;

/**
 * How the process of a server ended.
 *
 * @param exitCode the process's exit code; above 128 the signal that ended it plus 128
 * @param outOfMemory what the JVM said when it ran out of memory, or {@code null}
 * @param lastError the last lines of its standard error, or {@code null} if it is empty
 */
public record ServerExit(int exitCode, boolean asked, @Nullable String outOfMemory, @Nullable String lastError) {

	/**
	 * Why it ended: out of memory, or its exit code with its last error.
	 */
	public String text() {
		return (this.outOfMemory != null) ? this.outOfMemory
				: "exit code " + this.exitCode + ((this.lastError != null) ? ": " + this.lastError : "");
	}

}
