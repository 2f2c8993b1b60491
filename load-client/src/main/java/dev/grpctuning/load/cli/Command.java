package dev.grpctuning.load.cli;

import java.util.List;

/**
 * A command of the load client.
 */
public interface Command {

	CommandName name();

	/** Runs the command with the files named after it, and returns the exit code. */
	int execute(List<String> files) throws Exception;

}
