package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.ResultFile;

/** A result that the user names after a command. */
public final class InputFile {

	private InputFile() {
	}

	/** Reads a result of one of the given types, from a file or a folder. */
	public static Record read(Path named, String commands, List<Class<? extends Record>> types) {
		Path file = Files.isDirectory(named) ? named.resolve("result.json") : named;
		try {
			return ResultFile.read(file, types);
		}
		catch (NoSuchFileException ex) {
			throw new UsageException("%s: there is no such file; name results of %s.".formatted(file, commands), ex);
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new UsageException(
					"%s: is not a result of %s (%s); name one that is.".formatted(file, commands, ex.getMessage()), ex);
		}
	}

}
