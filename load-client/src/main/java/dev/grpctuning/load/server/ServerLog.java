package dev.grpctuning.load.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** A file that a server's output goes to. */
record ServerLog(Path file) {

	private static final int TAIL_BYTES = 64 * 1024;

	private static final int KEPT_LINES = 200;

	private static final int SHOWN_LINES = 5;

	private static final Set<String> HEADINGS = Set.of("Description:", "Action:");

	/** The last whole lines of the last 64 KiB, 200 at most. */
	List<String> tail() throws IOException {
		if (!Files.exists(this.file)) {
			return List.of();
		}
		try (RandomAccessFile content = new RandomAccessFile(this.file.toFile(), "r")) {
			long from = Math.max(0, content.length() - TAIL_BYTES);
			content.seek(from);
			byte[] bytes = new byte[(int) (content.length() - from)];
			content.readFully(bytes);
			List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
			int whole = (from > 0 && lines.size() > 1) ? 1 : 0;
			return lines.subList(Math.max(whole, lines.size() - KEPT_LINES), lines.size());
		}
	}

	Optional<String> lastWith(String text) throws IOException {
		return tail().reversed().stream().filter((line) -> line.contains(text)).findFirst();
	}

	/** The last lines with text in them as one, or {@code null} if there are none. */
	@Nullable String lastLines() {
		try {
			List<String> lines = tail().stream().filter((line) -> !line.isBlank()).toList();
			return lines.isEmpty() ? null
					: String.join(" | ", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	/** Spring Boot's analysis of a failed start, in one line. */
	Optional<String> failureAnalysis() throws IOException {
		List<String> tail = tail();
		int title = tail.lastIndexOf("APPLICATION FAILED TO START");
		if (title < 0) {
			return Optional.empty();
		}
		return Optional.of(tail.subList(title + 1, tail.size())
			.stream()
			.map(String::strip)
			.filter((line) -> !line.isEmpty() && !line.startsWith("***") && !HEADINGS.contains(line))
			.collect(Collectors.joining(" ")));
	}

	/** Cuts the file to its last lines, if it is longer. */
	void cut() throws IOException {
		if (!Files.exists(this.file) || Files.size(this.file) <= TAIL_BYTES) {
			return;
		}
		long size = Files.size(this.file);
		List<String> tail = tail();
		Path shorter = this.file.resolveSibling(this.file.getFileName() + ".tail");
		try (var writer = Files.newBufferedWriter(shorter)) {
			writer.write("[cut to the last " + tail.size() + " lines of " + size + " bytes]\n");
			for (String line : tail) {
				writer.write(line);
				writer.write('\n');
			}
		}
		Files.move(shorter, this.file, StandardCopyOption.REPLACE_EXISTING);
	}

}
