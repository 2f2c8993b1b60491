package dev.grpctuning.hello;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * The application on free ports, and a channel to it.
 */
final class RunningService implements AutoCloseable {

	static final String PASSWORD = "the-password-of-the-tests";

	private final ConfigurableApplicationContext context;

	private final ManagedChannel channel;

	private RunningService(ConfigurableApplicationContext context) {
		this.context = context;
		this.channel = NettyChannelBuilder.forAddress("127.0.0.1", grpcPort())
			.usePlaintext()
			.maxInboundMessageSize(32 * 1024 * 1024)
			.build();
	}

	static RunningService start(String... arguments) {
		return start(UnaryOperator.identity(), arguments);
	}

	/**
	 * Starts the application.
	 * @param customizer adds to it what the test needs
	 * @param arguments of its command line
	 */
	static RunningService start(UnaryOperator<SpringApplicationBuilder> customizer, String... arguments) {
		String[] all = Stream
			.concat(Stream.of("--grpc.server.port=0", "--server.port=0", "--spring.main.register-shutdown-hook=false",
					"--spring.security.user.password=" + PASSWORD), Stream.of(arguments))
			.toArray(String[]::new);
		return new RunningService(
				customizer.apply(new SpringApplicationBuilder(HelloServiceApplication.class)).run(all));
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	int grpcPort() {
		return bean(GrpcServerFactory.class).getPort();
	}

	int webPort() {
		return this.context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	ManagedChannel channel() {
		return this.channel;
	}

	HelloServiceGrpc.HelloServiceBlockingStub stub() {
		return HelloServiceGrpc.newBlockingStub(this.channel).withDeadlineAfter(20, TimeUnit.SECONDS);
	}

	/**
	 * Reads an endpoint as anybody can.
	 */
	HttpResponse<String> actuator(String endpoint) throws Exception {
		return request("GET", "/actuator/" + endpoint, null);
	}

	/**
	 * Reads an endpoint as one who has the password.
	 */
	HttpResponse<String> authenticatedActuator(String endpoint) throws Exception {
		return request("GET", "/actuator/" + endpoint, PASSWORD);
	}

	HttpResponse<String> request(String method, String path, @Nullable String password) throws Exception {
		return request(webPort(), method, path, password);
	}

	/**
	 * Writes to an endpoint as one who has the password.
	 */
	HttpResponse<String> post(String endpoint, String contentType, String body) throws Exception {
		return send(builder(webPort(), "/actuator/" + endpoint, PASSWORD).header("Content-Type", contentType)
			.POST(HttpRequest.BodyPublishers.ofString(body)));
	}

	/**
	 * Sends a request without a body.
	 * @param port the port of the actuator
	 * @param method the HTTP method
	 * @param path the path, from the root
	 * @param password the password of the user admin, or null to be nobody
	 */
	static HttpResponse<String> request(int port, String method, String path, @Nullable String password)
			throws Exception {
		return send(builder(port, path, password).method(method, HttpRequest.BodyPublishers.noBody()));
	}

	private static HttpRequest.Builder builder(int port, String path, @Nullable String password) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
		if (password != null) {
			byte[] credentials = ("admin:" + password).getBytes(StandardCharsets.UTF_8);
			request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
		}
		return request;
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
	}

	/**
	 * Living platform threads whose names begin so.
	 */
	static List<String> threads(String prefix) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith(prefix))
			.toList();
	}

	void stop() {
		this.context.close();
	}

	@Override
	public void close() {
		this.channel.shutdownNow();
		stop();
	}

}
