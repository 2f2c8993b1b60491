package dev.grpctuning.autoconfigure;

import java.time.Duration;
import java.util.Arrays;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

import dev.grpctuning.testkit.greeting.GrpcServerThreads;

/** The endpoint under Spring WebFlux, and which of its values are hidden. */
class WebFluxEndpointIT {

	private static final String HIDDEN = "******";

	@AfterEach
	void noThreadOutlivesItsApplication() {
		GrpcServerThreads.awaitNone();
	}

	@Test
	void whenKnobsAreChangedThenTheyAreReadAsUnderSpringMvcAndOnlyASanitizedKnobIsHidden() {
		try (ConfigurableApplicationContext context = start("grpc.tuning.executor.type=fixed",
				"grpc.tuning.executor.thread-name-prefix=secret-",
				"management.endpoint.grpctuning.show-values=always")) {
			WebTestClient client = client(context);
			post(client, "", "{\"executor.type\": \"fixed\", \"executor.threads\": 3}", 200).jsonPath("$.outcome")
				.isEqualTo("APPLIED");
			post(client, "/executor.routes", "{\"configured\": \"a.B/C type=cached\"}", 200);
			get(client, "").jsonPath("$.executors[0].threads")
				.isEqualTo(3)
				.jsonPath("$.executors[1].name")
				.isEqualTo("a.B/C");
			post(client, "/executor.type", "{\"configured\": \"cyclic\"}", 400);
			post(client, "/executor.typ", "{\"configured\": \"fixed\"}", 404);
			post(client, "", "{\"executor\": {\"type\": \"direct\"}}", 400);
			assertHidden(client, "executor.thread-name-prefix");
			get(client, "/executor.type").jsonPath("$.configured").isEqualTo("fixed");
		}
	}

	@Tag("either-framework")
	@Test
	void whenValuesAreHiddenThenNeitherTheyNorTheirOriginsAreShown() {
		try (ConfigurableApplicationContext context = start("management.server.port=0",
				"grpc.tuning.executor.type=fixed")) {
			WebTestClient client = client(context);
			assertHidden(client, "executor.type");
			post(client, "", "{\"executor.type\": \"direct\"}", 200).jsonPath("$.changes[0].to").isEqualTo(HIDDEN);
			get(client, "").jsonPath("$.knobs[?(@.name == 'executor.type')].configured")
				.isEqualTo(HIDDEN)
				.jsonPath("$.changes[0].changes[0].from")
				.isEqualTo(HIDDEN)
				.jsonPath("$.generation.transport")
				.isEqualTo(HIDDEN)
				.jsonPath("$.generation.transportReason")
				.isEqualTo(HIDDEN)
				.jsonPath("$.generation.addresses[0]")
				.isEqualTo(HIDDEN);
			post(client, "", "{\"bossThreads\": 2}", 200);
			get(client, "").jsonPath("$.advice[?(@.knob == 'boss-threads')].found").isEqualTo(HIDDEN);
		}
	}

	private static void assertHidden(WebTestClient client, String knob) {
		get(client, "/" + knob).jsonPath("$.configured")
			.isEqualTo(HIDDEN)
			.jsonPath("$.effective")
			.isEqualTo(HIDDEN)
			.jsonPath("$.origin")
			.isEqualTo(HIDDEN);
	}

	private static WebTestClient.BodyContentSpec get(WebTestClient client, String path) {
		return client.get().uri("/actuator/grpctuning" + path).exchange().expectBody();
	}

	private static WebTestClient.BodyContentSpec post(WebTestClient client, String path, String body, int status) {
		return client.post()
			.uri("/actuator/grpctuning" + path)
			.contentType(MediaType.APPLICATION_JSON)
			.bodyValue(body)
			.exchange()
			.expectStatus()
			.isEqualTo(status)
			.expectBody();
	}

	private static WebTestClient client(ConfigurableApplicationContext context) {
		String port = context.getEnvironment()
			.getProperty("local.management.port", context.getEnvironment().getProperty("local.server.port", ""));
		return WebTestClient.bindToServer()
			.baseUrl("http://127.0.0.1:" + port)
			.responseTimeout(Duration.ofMinutes(1))
			.build();
	}

	private static ConfigurableApplicationContext start(String... properties) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.REACTIVE)
			.properties("server.port=0", "grpc.server.port=0", "spring.grpc.server.port=0",
					"spring.main.banner-mode=off", "management.endpoints.web.exposure.include=grpctuning",
					"management.endpoint.grpctuning.access=unrestricted", "spring.main.register-shutdown-hook=false",
					"spring.reactor.netty.shutdown-quiet-period=0s")
			.run(Arrays.stream(properties).map((property) -> "--" + property).toArray(String[]::new));
	}

	/** An application that keeps the names of its threads to itself. */
	@Import(TunedApplication.Application.class)
	static class Application {

		@Bean
		SanitizingFunction threadNames() {
			return (data) -> data.getKey().endsWith("thread-name-prefix") ? data.withSanitizedValue() : data;
		}

	}

}
