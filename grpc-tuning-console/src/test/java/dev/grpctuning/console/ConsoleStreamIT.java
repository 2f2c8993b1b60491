package dev.grpctuning.console;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;

import dev.grpctuning.change.WantedChange;
import dev.grpctuning.console.Page.Events;
import dev.grpctuning.server.Tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Viewers that read, that do not, and that go, with each web server, port and path. */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleStreamIT {

	private static final int PLACES = 3;

	@ParameterizedTest
	@CsvSource({ "SERVLET, /ops/actuator, management.server.port=0 management.server.base-path=/ops",
			"SERVLET, /app/actuator, spring.mvc.servlet.path=/app",
			"REACTIVE, /ops/actuator, management.server.port=0 management.server.base-path=/ops",
			"REACTIVE, /app/actuator, spring.webflux.base-path=/app" })
	void viewersAreServedAndNeverHoldTheServiceUp(WebApplicationType type, String base, String properties,
			CapturedOutput output) throws Exception {
		List<String> all = new ArrayList<>(List.of(properties.split(" ")));
		all.add("grpc.tuning.console.max-viewers=" + PLACES);
		// How long a thread of Tomcat waits for the last bytes of somebody who does not
		// read.
		all.add("server.tomcat.connection-timeout=2s");
		// With both web servers on the class path, Spring Boot cannot choose one for the
		// actuator.
		all.add("spring.autoconfigure.exclude=org.springframework.boot.tomcat.autoconfigure.actuate.web.server."
				+ "TomcatReactiveManagementContextAutoConfiguration");
		ConsoleApplication service = ConsoleApplication.start(Open.class, type, all.toArray(String[]::new));
		List<Events> last = new ArrayList<>();
		try (service) {
			Page page = new Page("http://127.0.0.1:%d%s/grpctuning".formatted(service.port(), base), null);
			assertThat(page.get("/console").body()).startsWith("<!doctype html>");
			assertThat(page.get("/console/").statusCode()).isEqualTo(302);
			assertThat(page.get("/console/none.js").statusCode()).isEqualTo(404);
			assertThat(
					page.send("HEAD", "/console/echarts.js", "").headers().firstValueAsLong("Content-Length").orElse(0))
				.isGreaterThan(100_000);
			assertThat(page.get("").body()).contains("\"generation\"");
			if (base.startsWith("/app")) {
				callsAreSeen(service, page);
			}
			else {
				slowViewerIsCutOff(service, page);
				placesOfThoseWhoWentAreFree(page);
			}
			await().until(() -> page.tryEvents(last::add));
			last.get(0).await("history", 1);
		}
		last.get(0).awaitEnd();
		assertThat(last.get(0).isCutOff()).isFalse();
		assertThat(output.getAll()).doesNotContain("response committed already", " ERROR ");
	}

	@Test
	void whenCallsAreNotRecordedThenNothingIsSaidOfThem() {
		try (ConsoleApplication service = ConsoleApplication.start(Open.class, WebApplicationType.SERVLET,
				"grpc.metricsA66Enabled=true");
				Events events = new Page("http://127.0.0.1:%d/actuator/grpctuning".formatted(service.port()), null)
					.events()) {
			service.call("Ada");
			assertThat(events.await("point", 2).getAsJsonObject("calls").has("ended")).isFalse();
			assertThat(events.await("diagnosis", 1).get("text").getAsString()).doesNotContain("no calls");
		}
	}

	private static void callsAreSeen(ConsoleApplication service, Page page) {
		try (Events events = page.events()) {
			assertThat(events.await("history", 1).has("connections")).as("of an endpoint that is not exposed")
				.isFalse();
			// A status that was seen once stays in the points, in whichever second the
			// calls end.
			service.call("");
			service.call("Ada");
			await().untilAsserted(() -> assertThat(events.of("point"))
				.anySatisfy((point) -> assertThat(point).containsPattern("\"OK\":[0-9.]*[1-9]")
					.contains("\"INVALID_ARGUMENT\":", "\"latency\":{\"p50\":", "\"lag\":{\"mean\":")
					.contains("\"executors\":[{\"name\":\"cached\",\"canary\":false,", "\"cpu\":"))
				.noneSatisfy((point) -> assertThat(point).contains("<")));
			assertThat(events.await("diagnosis", 1).get("text").getAsString()).endsWith(".");
			JsonObject jvm = events.await("point", 1).getAsJsonObject("jvm");
			assertThat(jvm.get("threads").getAsInt()).isPositive();
			assertThat(jvm.get("heapUsed").getAsDouble()).isPositive();
		}
	}

	/** Its socket takes some megabytes before the server notices. */
	private static void slowViewerIsCutOff(ConsoleApplication service, Page page) throws Exception {
		List<Events> others = new ArrayList<>();
		try (Socket slow = open(page); Events other = page.events()) {
			other.await("history", 1);
			assertThat(slow.isConnected()).isTrue();
			await().until(() -> fill(page, others, PLACES - 2));
			assertThat(page.tryEvents(others::add)).isFalse();
			await().until(() -> {
				change(service, other);
				return page.tryEvents(others::add);
			});
			int points = other.of("point").size();
			other.await("point", points + 2);
			assertThat(other.isCutOff()).isFalse();
		}
		finally {
			others.forEach(Events::close);
		}
	}

	private static void change(ConsoleApplication service, Events other) throws Exception {
		int before = other.of("change").size();
		service.bean(Tuning.class)
			.change(new WantedChange(Map.of("limit.concurrent-calls", Integer.toString(before + 100)), false,
					"x".repeat(200_000), null, null, false));
		other.await("change", before + 1);
	}

	private static Socket open(Page page) throws IOException {
		String address = page.base().substring("http://".length());
		int path = address.indexOf('/');
		Socket socket = new Socket();
		socket.setReceiveBufferSize(1024);
		socket.connect(
				new InetSocketAddress("127.0.0.1", Integer.parseInt(address.substring("127.0.0.1:".length(), path))));
		socket.getOutputStream()
			.write("GET %s/console/events HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(address.substring(path))
				.getBytes(StandardCharsets.UTF_8));
		assertThat(socket.getInputStream().read()).isEqualTo('H');
		return socket;
	}

	private static void placesOfThoseWhoWentAreFree(Page page) throws IOException {
		try (Socket reset = open(page)) {
			reset.setSoLinger(true, 0);
		}
		List<Events> open = new ArrayList<>();
		await().until(() -> fill(page, open, PLACES));
		assertThat(page.get("/console/events").statusCode()).isEqualTo(503);
		assertThat(page.get("/console/events").body())
			.startsWith("The console cannot serve more pages: either " + PLACES + " are open");
		open.forEach(Events::close);
		open.clear();
		await().atMost(Duration.ofSeconds(60)).until(() -> fill(page, open, PLACES));
		open.forEach(Events::close);
	}

	/** Opens as many pages as there are places left. */
	private static boolean fill(Page page, List<Events> open, int places) {
		while (open.size() < places) {
			if (!page.tryEvents(open::add)) {
				return false;
			}
		}
		return true;
	}

	/** The service without a password. */
	@Import(ConsoleApplication.Application.class)
	static class Open {

		@Bean
		@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
		SecurityFilterChain servletSecurity(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

		@Bean
		@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
		SecurityWebFilterChain reactiveSecurity(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().permitAll()).build();
		}

	}

}
