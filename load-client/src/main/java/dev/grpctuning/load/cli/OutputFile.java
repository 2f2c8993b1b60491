package dev.grpctuning.load.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.apache.commons.lang3.function.FailableConsumer;
import org.jspecify.annotations.Nullable;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.result.Outcome.ThresholdDocument;
import dev.grpctuning.load.result.ResultFile;
import dev.grpctuning.load.result.RunDocument;
import dev.grpctuning.load.result.WholeFile;
import dev.grpctuning.load.text.Report;
import dev.grpctuning.load.text.RunFormat;
import dev.grpctuning.load.text.RunReport;
import dev.grpctuning.load.threshold.Threshold;

/** The file of {@code load.output}: {@code -} prints the document, else the text. */
public record OutputFile(@Nullable String file) {

	/** Refuses a file that cannot be written, before the run. */
	public void check() {
		check("load.output", path());
	}

	/** Refuses also a file of {@code load.histogram} that is the same. */
	public void checkBeside(@Nullable String histogram) {
		check();
		check("load.histogram", histogram);
		String path = path();
		if (path != null && histogram != null && absolute(path).equals(absolute(histogram))) {
			throw new UsageException(
					"load.histogram: %s is the file of load.output too, which would overwrite it; name another file."
						.formatted(histogram));
		}
	}

	private static Path absolute(String file) {
		return Path.of(file).toAbsolutePath().normalize();
	}

	private static void check(String property, @Nullable String file) {
		if (file == null) {
			return;
		}
		if (file.isBlank()) {
			throw new UsageException("%s: has no value; name a file, or remove it.".formatted(property));
		}
		try {
			WholeFile.check(Path.of(file));
		}
		catch (IOException ex) {
			throw notWritable(property, file, ex);
		}
	}

	public @Nullable String path() {
		return "-".equals(this.file) ? null : this.file;
	}

	/**
	 * Prints the text and writes the document; {@code -} prints only its line. A document
	 * that cannot be written is printed too.
	 */
	public void report(String text, Record document, boolean quiet) {
		if ("-".equals(this.file)) {
			System.out.println(ResultFile.line(document));
			return;
		}
		System.out.println(text);
		try {
			write((file) -> ResultFile.write(document, file), quiet);
		}
		catch (UsageException ex) {
			System.out.println(ResultFile.line(document));
			throw ex;
		}
	}

	/**
	 * Reports a run, and returns its document with the thresholds that it was to meet.
	 */
	public static RunDocument report(RunDocument measured, LoadProperties properties) {
		RunDocument document = measured
			.with(measured.outcome().plus(Threshold.check(properties.checkedThresholds(), measured)));
		new OutputFile(properties.output().file()).report(RunReport.of(document, properties.output().format()),
				document, properties.output().quiet());
		printThresholds("", document.outcome().thresholds(), properties);
		if (document.outcome().failure() != null) {
			System.err.println("run failed: " + document.outcome().failure());
		}
		return document;
	}

	/**
	 * Prints thresholds, with {@code load.quiet} only those that do not hold, to standard
	 * error if the output format does not have them.
	 */
	public static void printThresholds(String prefix, List<ThresholdDocument> thresholds, LoadProperties properties) {
		if (properties.output().format() != RunFormat.TABLE && properties.output().format() != RunFormat.JSON) {
			thresholds.stream()
				.filter((threshold) -> !properties.output().quiet() || !threshold.held())
				.forEach((threshold) -> System.err.println("threshold " + prefix + threshold.line()));
		}
	}

	/** Reports a document that was written, by lines unless there is a text. */
	public void report(@Nullable String text, Path document, boolean quiet) throws IOException {
		if ("-".equals(this.file)) {
			try (Stream<String> lines = Files.lines(document)) {
				lines.map(String::strip).forEach(System.out::print);
			}
			System.out.println();
			return;
		}
		if (text != null) {
			System.out.println(text);
		}
		else {
			Files.copy(document, System.out);
		}
		write((file) -> WholeFile.copy(document, file), quiet);
	}

	/** Writes the page of a document beside its file, if that ends in {@code .json}. */
	public void page(Supplier<String> html, boolean quiet) {
		String path = path();
		if (path == null || !path.endsWith(".json")) {
			return;
		}
		Path page = Report.pageOf(Path.of(path));
		try {
			ResultFile.writeText(html.get(), page);
		}
		catch (IOException ex) {
			throw notWritable("load.output", page.toString(), ex);
		}
		if (!quiet) {
			System.err.println("Report: " + page);
		}
	}

	private void write(FailableConsumer<Path, IOException> writing, boolean quiet) {
		if (this.file == null) {
			return;
		}
		try {
			writing.accept(Path.of(this.file));
		}
		catch (IOException ex) {
			throw notWritable("load.output", this.file, ex);
		}
		if (!quiet) {
			// Programs read standard output.
			System.err.println(this.file);
		}
	}

	static UsageException notWritable(String property, String file, Object reason) {
		return new UsageException(
				"%s: %s cannot be written (%s); name a file in a folder that can.".formatted(property, file, reason));
	}

}
