package dev.grpctuning.load.serve;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import dev.grpctuning.load.config.LoadProperties;
import dev.grpctuning.load.failure.UsageException;

/**
 * What plans that are posted to serve may use besides the files and the target that serve
 * was started with.
 *
 * @param folders Folders of the files that a posted plan may name. If not set, none.
 * @param targets Servers that a posted plan may call, as host or host:port. If not set,
 * localhost, 127.0.0.1 and [::1].
 */
@ConfigurationProperties(prefix = "serve", ignoreUnknownFields = false)
public record ServeProperties(@DefaultValue List<Path> folders, @DefaultValue List<String> targets) {

	private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

	private static final long MAX_FILE_BYTES = 16 << 20;

	public ServeProperties {
		folders = folders.stream().map(ServeProperties::real).toList();
		targets = targets.isEmpty() ? LOOPBACK : targets;
	}

	private static Path real(Path folder) {
		try {
			if (Files.isDirectory(folder)) {
				return folder.toRealPath();
			}
		}
		catch (IOException ex) {
			// The path cannot be used.
		}
		throw new InvalidConfigurationPropertyValueException("serve.folders", folder, "It must be a folder.");
	}

	/** Refuses files and targets that are neither allowed nor set at the start. */
	void check(LoadProperties plan, LoadProperties start) {
		if (!plan.target().equals(start.target()) && !this.targets.contains(plan.address().host())
				&& !this.targets.contains(plan.address().toString())) {
			throw new UsageException("load.target: \"%s\" cannot be posted; allow it by serve.targets at the start."
				.formatted(plan.target()));
		}
		check("load.request-bytes", plan.requestBytes(), start.requestBytes());
		check("load.descriptor-set", plan.descriptorSet(), start.descriptorSet());
		check("load.proto", plan.proto(), start.proto());
		check("load.replay.file", plan.replay().file(), start.replay().file());
		String request = plan.request();
		if (request != null && request.startsWith("@")) {
			check("load.request", request, start.request());
		}
		check("load.proto-path", plan.protoPath(), start.protoPath(), "folder", Files::isDirectory);
	}

	private void check(String name, @Nullable Object posted, @Nullable Object start) {
		check(name, posted, start, "file of at most 16MB", ServeProperties::isSmallFile);
	}

	private void check(String name, @Nullable Object posted, @Nullable Object start, String kind,
			Predicate<Path> isKind) {
		if (posted != null && !Objects.equals(posted, start) && !isAllowed(posted.toString(), isKind)) {
			throw new UsageException("%s: \"%s\" cannot be posted; name a %s in one of the serve.folders of the start."
				.formatted(name, posted, kind));
		}
	}

	/** Whether it is in an allowed folder, wherever links lead. */
	private boolean isAllowed(String file, Predicate<Path> isKind) {
		try {
			Path real = Path.of(file.startsWith("@") ? file.substring(1) : file).toRealPath();
			return this.folders.stream().anyMatch(real::startsWith) && isKind.test(real);
		}
		catch (IOException | InvalidPathException ex) {
			return false;
		}
	}

	private static boolean isSmallFile(Path file) {
		File regular = file.toFile();
		return regular.isFile() && regular.length() <= MAX_FILE_BYTES;
	}

}
