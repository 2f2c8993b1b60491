package dev.grpctuning.testkit;

import java.io.IOException;
import java.lang.ref.Reference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import org.springframework.boot.convert.DurationStyle;

import dev.grpctuning.hello.codec.HelloCodec;
import dev.grpctuning.hello.v1.HelloRequest;
import dev.grpctuning.hello.v1.HelloResponse;
import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * A service in a process of its own that starts in a fraction of the time of
 * hello-service. It greets, works as some of the properties {@code hello.work} have it,
 * and is healthy; it has no tuning and no meters.
 */
public final class LightService {

	private static final String PROPERTIES = "light-service.properties";

	private static final Metadata.Key<String> ASKED = Metadata.Key.of("x-work-delay-us",
			Metadata.ASCII_STRING_MARSHALLER);

	private static final Context.Key<Duration> DELAY = Context.key("delay");

	private static final int CHUNK_BYTES = 8192;

	private LightService() {
	}

	/**
	 * Writes its executable jar, which names the properties of its ports and sets others.
	 */
	public static Path jar(Path jar, Map<String, String> properties) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, LightService.class.getName());
		manifest.getMainAttributes()
			.put(Attributes.Name.CLASS_PATH,
					Stream.of(System.getProperty("java.class.path").split(":"))
						.map((entry) -> Path.of(entry).toUri().toString())
						.collect(Collectors.joining(" ")));
		// Netty loads its native transports without the JVM's warnings.
		manifest.getMainAttributes().putValue("Enable-Native-Access", "ALL-UNNAMED");
		try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
			out.putNextEntry(new JarEntry("META-INF/grpc-tuning-lab.properties"));
			out.write("grpc.port=light.grpc-port\nactuator.port=light.http-port\n".getBytes(StandardCharsets.UTF_8));
			out.putNextEntry(new JarEntry(PROPERTIES));
			Properties written = new Properties();
			written.putAll(properties);
			written.store(out, null);
		}
		return jar;
	}

	public static void main(String[] args) throws Exception {
		Properties properties = new Properties();
		properties.load(ClassLoader.getSystemResourceAsStream(PROPERTIES));
		JsonObject given = JsonParser.parseString(System.getenv().getOrDefault("SPRING_APPLICATION_JSON", "{}"))
			.getAsJsonObject();
		given.asMap().forEach((name, value) -> properties.setProperty(name, value.getAsString()));
		Server server = NettyServerBuilder.forAddress(loopback("light.grpc-port"))
			.addServices(Stream.of(HelloCodec.values()).map((codec) -> codec.bind(new Greeter(properties))).toList())
			.intercept(new Delayed(duration(properties, "hello.work.delay")))
			.build()
			.start();
		HttpServer http = HttpServer.create(loopback("light.http-port"), 0);
		http.createContext("/actuator/health", (exchange) -> {
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		http.start();
		server.awaitTermination();
	}

	private static InetSocketAddress loopback(String port) {
		return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.getInteger(port));
	}

	private static Duration duration(Properties properties, String name) {
		return DurationStyle.detectAndParse(properties.getProperty(name, "0ms"));
	}

	private static void compute(Duration time) {
		long start = System.nanoTime();
		while (System.nanoTime() - start < time.toNanos()) {
			// Uses the processor.
		}
	}

	private static void allocate(long bytes) {
		for (long left = bytes; left > 0; left -= CHUNK_BYTES) {
			Reference.reachabilityFence(new byte[(int) Math.min(left, CHUNK_BYTES)]);
		}
	}

	private static final class Greeter extends HelloServiceGrpc.HelloServiceImplBase {

		private final Duration cpu;

		private final long bytes;

		Greeter(Properties properties) {
			this.cpu = duration(properties, "hello.work.cpu");
			this.bytes = Long.parseLong(properties.getProperty("hello.work.allocation", "0"));
		}

		@Override
		public void sayHello(HelloRequest request, StreamObserver<HelloResponse> response) {
			LockSupport.parkNanos(DELAY.get().toNanos());
			compute(this.cpu);
			allocate(this.bytes);
			response
				.onNext(HelloResponse.newBuilder().setId(request.getId()).addAllData(request.getDataList()).build());
			response.onCompleted();
		}

	}

	/** What the call asks for overrides the property. */
	private record Delayed(Duration delay) implements ServerInterceptor {

		@Override
		public <Q, R> ServerCall.Listener<Q> interceptCall(ServerCall<Q, R> call, Metadata metadata,
				ServerCallHandler<Q, R> next) {
			String micros = metadata.get(ASKED);
			Duration asked = (micros != null) ? Duration.ofNanos(1000 * Long.parseLong(micros)) : this.delay;
			return Contexts.interceptCall(Context.current().withValue(DELAY, asked), call, metadata, next);
		}

	}

}
