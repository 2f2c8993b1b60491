package dev.grpctuning.server;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The fields in the oldest and the newest supported grpc-java, which the build copies.
 */
class GrpcFieldTests {

	private static final Path COPIES = Path.of("target/supported-grpc-java");

	/** Versions whose jars were copied. */
	static List<String> versions() throws IOException {
		try (Stream<Path> jars = Files.list(COPIES)) {
			return jars.map((jar) -> jar.getFileName().toString())
				.filter((name) -> name.startsWith("grpc-netty-"))
				.map((name) -> name.substring("grpc-netty-".length(), name.length() - ".jar".length()))
				.toList();
		}
	}

	@Test
	void whenGrpcIsThatOfThisBuildThenNothingIsMissing() throws IOException {
		assertThat(ServerParts.unreadable()).isEmpty();
		assertThat(versions()).hasSize(2);
	}

	@ParameterizedTest
	@MethodSource("versions")
	void whenGrpcIsSupportedThenItHasAllFields(String version) throws Exception {
		Stream<Path> grpc = Stream.of("core", "netty")
			.map((name) -> COPIES.resolve("grpc-%s-%s.jar".formatted(name, version)));
		try (URLClassLoader loader = loader(grpc)) {
			assertThat(missing(loader)).isEqualTo(List.of());
			// LastStreams knows the PING between the two GOAWAYs by its payload.
			Field ping = loader.loadClass("io.grpc.netty.NettyServerHandler")
				.getDeclaredField("GRACEFUL_SHUTDOWN_PING");
			ping.setAccessible(true);
			assertThat(ping.get(null)).isEqualTo(0x97ACEF001L);
			// CallDispatch knows the tasks of calls by this interface.
			assertThat(loader.loadClass("io.grpc.internal.SerializingExecutor")).isAssignableTo(Executor.class);
		}
	}

	@Test
	void whenGrpcHasNoneOfTheClassesThenAllFieldsAreMissingAndReadAsNull() throws Exception {
		try (URLClassLoader loader = new URLClassLoader(urls(classPath().filter((each) -> isOwn(each.toString()))),
				ClassLoader.getPlatformClassLoader())) {
			assertThat(missing(loader)).asInstanceOf(InstanceOfAssertFactories.LIST).hasSameSizeAs(GrpcField.values());
			Object field = field(loader).getEnumConstants()[0];
			Method read = field.getClass().getDeclaredMethod("read", Object.class, Class.class);
			read.setAccessible(true);
			assertThat(read.invoke(field, "any server", Object.class)).isNull();
		}
	}

	/** Loads the classes of some jars instead of those of the build. */
	private static URLClassLoader loader(Stream<Path> first) throws MalformedURLException {
		return new URLClassLoader(urls(Stream.concat(first, classPath())), ClassLoader.getPlatformClassLoader());
	}

	private static Object missing(ClassLoader loader) throws ReflectiveOperationException {
		Method missing = field(loader).getDeclaredMethod("missing");
		missing.setAccessible(true);
		return missing.invoke(null);
	}

	private static Class<?> field(ClassLoader loader) throws ClassNotFoundException {
		return loader.loadClass(GrpcField.class.getName());
	}

	private static boolean isOwn(String path) {
		return path.endsWith("classes");
	}

	private static Stream<Path> classPath() {
		String whole = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		return Arrays.stream(whole.split(File.pathSeparator)).map(Path::of);
	}

	private static URL[] urls(Stream<Path> paths) throws MalformedURLException {
		List<Path> all = paths.toList();
		URL[] urls = new URL[all.size()];
		for (int i = 0; i < urls.length; i++) {
			urls[i] = all.get(i).toUri().toURL();
		}
		return urls;
	}

}
