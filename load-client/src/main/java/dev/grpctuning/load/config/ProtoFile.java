package dev.grpctuning.load.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.FileSystemUtils;

/**
 * Compiles a definition in the Protocol Buffers language with the protoc that the build
 * has put beside this class.
 */
final class ProtoFile {

	/** Of Protocol Buffers and of Google's APIs, which many definitions import. */
	private static final String KNOWN = "classpath*:google/**/*.proto";

	private ProtoFile() {
	}

	/**
	 * Returns the descriptors of a file and of its imports.
	 * @param folders where imports are looked up; that of the file if there is none
	 */
	static FileDescriptorSet descriptors(Path file, List<Path> folders) {
		PropertyCheck.that(Files.isRegularFile(file), "load.proto", file, "There is no such file.");
		Path absolute = absolute(file);
		List<Path> roots = folders.isEmpty() ? List.of(Objects.requireNonNull(absolute.getParent()))
				: folders.stream().map(ProtoFile::absolute).toList();
		PropertyCheck.that(roots.stream().anyMatch(absolute::startsWith), "load.proto-path", folders,
				"One of its folders must hold %s.".formatted(file));
		Path work = null;
		try {
			work = Files.createTempDirectory("protoc");
			return compile(absolute, roots, work);
		}
		catch (IOException ex) {
			throw new InvalidConfigurationPropertyValueException("load.proto", file,
					"It cannot be compiled: %s. Imports are looked up in load.proto-path (%s)."
						.formatted(ex.getMessage(), String.join(", ", roots.stream().map(Path::toString).toList())));
		}
		finally {
			delete(work);
		}
	}

	private static Path absolute(Path path) {
		return path.toAbsolutePath().normalize();
	}

	private static FileDescriptorSet compile(Path file, List<Path> roots, Path work) throws IOException {
		Path protoc = protoc(work);
		Path known = Files.createDirectory(work.resolve("known"));
		for (Resource each : new PathMatchingResourcePatternResolver().getResources(KNOWN)) {
			String url = each.getURL().toString();
			Path copy = known.resolve(url.substring(url.lastIndexOf("/google/") + 1));
			Files.createDirectories(copy.getParent());
			Files.write(copy, each.getContentAsByteArray());
		}
		Path set = work.resolve("set");
		Path said = work.resolve("said");
		List<String> command = new ArrayList<>(
				List.of(protoc.toString(), "--include_imports", "--descriptor_set_out=" + set));
		Stream.concat(roots.stream(), Stream.of(known)).forEach((root) -> command.add("--proto_path=" + root));
		command.add(file.toString());
		if (run(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile())) != 0) {
			throw new IOException(error(Files.readAllLines(said)));
		}
		return FileDescriptorSet.parseFrom(Files.readAllBytes(set));
	}

	/** Unpacked, or where the image has it, in which no temporary file is executable. */
	private static Path protoc(Path work) throws IOException {
		Path installed = Path.of(System.getProperty("java.library.path", ""), "protoc");
		if (Files.isExecutable(installed)) {
			return installed;
		}
		Path unpacked = work.resolve("protoc");
		try (InputStream in = ProtoFile.class.getResourceAsStream("protoc")) {
			Files.copy(Objects.requireNonNull(in), unpacked);
		}
		unpacked.toFile().setExecutable(true);
		return unpacked;
	}

	private static int run(ProcessBuilder protoc) throws IOException {
		Process running = protoc.start();
		try {
			return running.waitFor();
		}
		catch (InterruptedException ex) {
			running.destroyForcibly();
			Thread.currentThread().interrupt();
			throw new IOException("interrupted", ex);
		}
	}

	/** The first error that has a line, if any has. */
	private static String error(List<String> said) {
		return said.stream()
			.filter((line) -> !line.contains(": warning: "))
			.min(Comparator.comparing((line) -> !line.matches(".*:\\d+:\\d+: .*")))
			.map((line) -> line.replaceFirst("\\.$", ""))
			.orElse("protoc said nothing");
	}

	private static void delete(@Nullable Path work) {
		try {
			FileSystemUtils.deleteRecursively(work);
		}
		catch (IOException ex) {
			// Temporary files that are left do no harm.
		}
	}

}
