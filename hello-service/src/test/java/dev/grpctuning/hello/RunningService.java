package dev.grpctuning.hello;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import net.devh.boot.grpc.server.serverfactory.GrpcServerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import dev.grpctuning.hello.v1.HelloServiceGrpc;

/**
 * The application on free ports, and a channel to it.
 */
final class RunningService implements AutoCloseable {

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
		String[] all = Stream
			.concat(Stream.of("--grpc.server.port=0", "--server.port=0", "--spring.main.register-shutdown-hook=false"),
					Stream.of(arguments))
			.toArray(String[]::new);
		return new RunningService(new SpringApplicationBuilder(HelloServiceApplication.class).run(all));
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

	HttpResponse<String> actuator(String endpoint) throws Exception {
		URI uri = URI.create("http://127.0.0.1:" + webPort() + "/actuator/" + endpoint);
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
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
