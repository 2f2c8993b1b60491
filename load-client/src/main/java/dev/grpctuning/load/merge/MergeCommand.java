package dev.grpctuning.load;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.springframework.stereotype.Component;

import dev.grpctuning.failure.UsageException;
import dev.grpctuning.load.gate.Gate;
import dev.grpctuning.load.report.Mergeable;
import dev.grpctuning.load.report.MergedDocument;
import dev.grpctuning.load.report.ResultFile;
import dev.grpctuning.load.report.RunFormat;

/**
 * Adds up what several clients measured at one time.
 */
@Component
class MergeCommand implements Command {

	private final LoadProperties properties;

	MergeCommand(LoadProperties properties) {
		this.properties = properties;
	}

	@Override
	public String name() {
		return "merge";
	}

	@Override
	public boolean takesFiles() {
		return true;
	}

	@Override
	public int execute(List<String> files) throws Exception {
		if (files.isEmpty()) {
			throw new UsageException("merge: no result is named; write ./lab merge a.json b.json");
		}
		RunFormat format = checkedFormat();
		Map<String, Mergeable> runs = new LinkedHashMap<>();
		for (String file : files) {
			if (runs.put(file, read(file)) != null) {
				throw new UsageException("%s: it is named twice; a client's calls are counted once.".formatted(file));
			}
		}
		MergedRun.checkEachOnce(runs);
		OutputFile output = new OutputFile(this.properties.output());
		output.check();
		List<Gate> gates = this.properties.checkedGates();
		MergedDocument sum = merge(runs);
		MergedDocument merged = sum.withGates(Gate.check(gates, sum));
		output.report(merged.text(format), merged, this.properties.quiet());
		GateLines.tell(format, merged.gates(), this.properties.quiet());
		if (format != RunFormat.TABLE && merged.failure() != null) {
			System.err.println("run failed: " + merged.failure());
		}
		return ExitCode.of(merged);
	}

	/**
	 * Clients need not have driven the same plan, which the other formats print.
	 */
	private RunFormat checkedFormat() {
		RunFormat format = this.properties.format();
		return switch (format) {
			case TABLE, JSON, CSV -> format;
			case QPS, GRID ->
				throw new UsageException("load.format: %s is the layout of one run; use table, json or csv with merge."
					.formatted(format.name().toLowerCase(Locale.ROOT)));
		};
	}

	private static MergedDocument merge(Map<String, Mergeable> results) {
		try {
			return MergedDocument.of(results);
		}
		catch (IllegalArgumentException ex) {
			throw new UsageException("merge: %s; name results of ./lab run.".formatted(ex.getMessage()), ex);
		}
	}

	private static Mergeable read(String file) {
		try {
			return ResultFile.readMergeable(Path.of(file));
		}
		catch (NoSuchFileException ex) {
			throw new UsageException("%s: there is no such file; name results of ./lab run.".formatted(file), ex);
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new UsageException(
					"%s: no result of ./lab run (%s); name one that is.".formatted(file, ex.getMessage()), ex);
		}
	}

}
