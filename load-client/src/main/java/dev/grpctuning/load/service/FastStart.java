package dev.grpctuning.load.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A faster start of the service that the launcher has built: its jar with the libraries
 * beside it, and an AOT cache.
 *
 * @param jar takes the place of the packaged jar
 * @param cache classes that the JVM need not load and verify
 */
public record FastStart(Path jar, Path cache) {

	private static final String JAR_PROPERTY = "lab.service-jar";

	private static final String CACHE_PROPERTY = "lab.service-cache";

	/**
	 * Finds the faster start of a jar, if the launcher has prepared one for it and for
	 * this JDK.
	 * @param jvmOptions other options of the JVM
	 */
	public static Optional<FastStart> of(Path jar, Path javaHome, List<String> jvmOptions) {
		String built = System.getProperty(JAR_PROPERTY);
		String cache = System.getProperty(CACHE_PROPERTY);
		if (built == null || cache == null || !jar.equals(Path.of(built)) || !isForJdk(javaHome, cache)
				|| jvmOptions.stream().anyMatch(FastStart::isOfCache)) {
			return Optional.empty();
		}
		return Optional.of(new FastStart(Path.of(cache).resolveSibling(jar.getFileName()), Path.of(cache)));
	}

	/**
	 * From now on, starts each jar as it is. Builds that are compared must start alike.
	 */
	public static void giveUp() {
		System.clearProperty(CACHE_PROPERTY);
	}

	private static boolean isForJdk(Path javaHome, String cache) {
		Path release = Path.of(cache).resolveSibling("release");
		try {
			return Files.mismatch(javaHome.resolve("release"), release) == -1;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Whether the JVM refuses an option beside ours. */
	private static boolean isOfCache(String option) {
		return option.matches("-Xshare.*|-XX:(AOT|Shared).*");
	}

	/**
	 * A cache that is damaged, or does not fit other options, such as ZGC's, goes unused.
	 * The JVM must not print that, because what it prints is shown as the reason of its
	 * end.
	 */
	public List<String> jvmOptions() {
		return List.of("-XX:+VerifySharedSpaces", "-Xlog:aot*=off", "-Xlog:cds*=off", "-XX:AOTCache=" + this.cache);
	}

}
