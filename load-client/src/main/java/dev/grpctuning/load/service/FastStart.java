package dev.grpctuning.load.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files for a faster start of hello-service, which the launcher prepares: its jar with
 * the libraries beside it, and an AOT cache.
 *
 * @param jar jar to start instead of the packaged one
 * @param cache AOT cache with classes that are already loaded and verified
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
	 * Turns the faster start off in this process, because builds that are compared must
	 * start alike.
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

	/** Whether the JVM does not start with both an option and the cache. */
	private static boolean isOfCache(String option) {
		return option.matches("-Xshare.*|-XX:(AOT|Shared).*");
	}

	/**
	 * The JVM ignores a cache that is damaged or does not fit other options, such as ZGC.
	 * It must not print this, because its output is reported as the reason why it ended.
	 */
	public List<String> jvmOptions() {
		return List.of("-XX:+VerifySharedSpaces", "-Xlog:aot*=off", "-Xlog:cds*=off", "-XX:+UnlockDiagnosticVMOptions",
				"-XX:ArchiveRelocationMode=0", "-XX:AOTCache=" + this.cache);
	}

}
