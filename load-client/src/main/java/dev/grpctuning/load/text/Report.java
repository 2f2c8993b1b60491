package dev.grpctuning.load.text;

import java.io.IOException;
import java.nio.file.Path;

import dev.grpctuning.load.result.ResultFile;

/** A report as a page and as Markdown. */
public record Report(String html, String markdown) {

	/** The page beside a result: {@code report.html} of {@code result.json}. */
	public static Path pageOf(Path result) {
		String name = result.getFileName().toString().replaceFirst("\\.json$", "");
		return result.resolveSibling((name.equals("result") ? "report" : name) + ".html");
	}

	/** Writes {@code report.html} and {@code report.md}, and returns the page. */
	public Path write(Path directory) throws IOException {
		Path page = directory.resolve("report.html");
		ResultFile.writeText(this.html, page);
		ResultFile.writeText(this.markdown, directory.resolve("report.md"));
		return page;
	}

}
