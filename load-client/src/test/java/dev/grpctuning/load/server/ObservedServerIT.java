package dev.grpctuning.load.server;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;

import dev.grpctuning.load.transport.TargetAddress;

import static org.assertj.core.api.Assertions.assertThat;

class ObservedServerIT {

	@Test
	void whenAServerOpensASessionThenItIsKept() throws Exception {
		List<String> cookies = new CopyOnWriteArrayList<>();
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			cookies.add(String.valueOf(exchange.getRequestHeaders().getFirst("Cookie")));
			exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=a1; Path=/; HttpOnly");
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		server.start();
		URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/actuator");
		try (ObservedServer client = new ObservedServer(new TargetAddress("127.0.0.1", 1), base, null)) {
			client.get("/grpctuning", Duration.ofSeconds(10));
			client.get("/grpctuning", Duration.ofSeconds(10));
		}
		finally {
			server.stop(0);
		}
		assertThat(cookies).containsExactly("null", "JSESSIONID=a1");
	}

	@Test
	void whenAConnectionIsNotUsedThenItEndsBeforeATomcatWouldEndIt() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			URI base = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/actuator");
			try (ObservedServer client = new ObservedServer(new TargetAddress("127.0.0.1", 1), base, null);
					ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
				Future<?> answer = calls.submit(() -> client.get("/grpctuning", Duration.ofSeconds(10)));
				try (Socket connection = server.accept()) {
					connection.setSoTimeout(15_000);
					connection.getOutputStream()
						.write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
					answer.get();
					connection.getInputStream().transferTo(OutputStream.nullOutputStream());
				}
			}
		}
	}

}
