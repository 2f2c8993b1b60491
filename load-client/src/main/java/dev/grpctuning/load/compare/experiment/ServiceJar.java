package dev.grpctuning.load.compare.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import dev.grpctuning.load.failure.UsageException;
import dev.grpctuning.load.service.ListenProperties;

/** The executable jar of a service that a user names. */
public final class ServiceJar {

	private ServiceJar() {
	}

	/** Returns the jar's absolute path, or throws what is wrong with it. */
	public static Path of(String name, Path jar) {
		if (!Files.exists(jar)) {
			throw wrong(name, jar, "there is no such file");
		}
		if (!Files.isRegularFile(jar)) {
			throw wrong(name, jar, "it is not a file");
		}
		if (!Files.isReadable(jar)) {
			throw wrong(name, jar, "it cannot be read");
		}
		try (JarFile file = new JarFile(jar.toFile())) {
			Manifest manifest = file.getManifest();
			if (manifest == null || manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null) {
				throw wrong(name, jar, "its manifest names no main class");
			}
		}
		catch (IOException ex) {
			throw wrong(name, jar, "it is not a jar");
		}
		ListenProperties.check(name, jar);
		return jar.toAbsolutePath();
	}

	private static UsageException wrong(String name, Path jar, String reason) {
		return new UsageException(
				"%s: %s: %s; name an executable jar with the service to compare.".formatted(name, jar, reason));
	}

}
