package dev.grpctuning.load.command;

import java.util.List;

/** A command of the load client: a bean with the name of its {@link CommandName}. */
@FunctionalInterface
public interface Command {

	/** Runs the command with the files named after it, and returns the exit code. */
	int execute(List<String> files) throws Exception;

}
