package dev.grpctuning.console;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import dev.grpctuning.console.Page.Events;
import dev.grpctuning.server.Tuning;
import dev.grpctuning.settings.Knobs;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may read and who may change, below another base path than usual. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleSecurityIT {

	private static final String READER = "reader";

	private static final String WRITER = "<b>ada</b>";

	private static final String MARKUP = "<img src=x onerror=alert(1)>";

	private static final String JSON = "application/json";

	@SuppressWarnings("NullAway.Init")
	private ConsoleApplication service;

	@SuppressWarnings("NullAway.Init")
	private Page page;

	@BeforeAll
	void start() {
		this.service = ConsoleApplication.start(Secured.class, WebApplicationType.SERVLET,
				"management.endpoints.web.exposure.include=grpctuning,grpcconnections",
				"management.endpoints.web.base-path=/manage", "management.endpoints.web.path-mapping.grpctuning=tuning",
				"management.endpoints.web.path-mapping.grpcconnections=conns",
				"management.endpoint.grpctuning.show-values=when-authorized",
				"management.endpoint.grpctuning.roles=WRITER");
		this.page = new Page("http://127.0.0.1:%d/manage/tuning".formatted(this.service.port()), null);
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/console", "/console/", "/console/console.js", "/console/none.js", "/console/events" })
	void whenSomebodyMayNotReadTheEndpointThenTheConsoleIsRefused(String path) {
		assertThat(this.page.get(path).statusCode()).isEqualTo(401);
		assertThat(this.page.as("stranger").get(path).statusCode()).isEqualTo(403);
	}

	@ParameterizedTest
	@CsvSource({ "/console,200,no-cache", "/console/console.js,200,no-cache", "/console/echarts.js,200,no-cache",
			"/console/none.js,404,no-store" })
	void whenSomebodyMayReadTheEndpointThenTheConsoleIsThereWithItsHeaders(String path, int status, String caching) {
		HttpResponse<String> answer = this.page.as(READER).get(path);
		assertThat(answer.statusCode()).isEqualTo(status);
		assertSecured(answer.headers());
		assertThat(answer.headers().allValues("Cache-Control")).containsExactly(caching);
	}

	@Test
	void whenSomebodyMayOnlyReadThenNothingCanBeChanged() {
		assertThat(this.page.send("POST", "", "{\"executor.type\":\"direct\"}", "Content-Type", JSON).statusCode())
			.isEqualTo(401);
		assertThat(this.page.as(READER)
			.send("POST", "", "{\"executor.type\":\"direct\"}", "Content-Type", JSON)
			.statusCode()).isEqualTo(403);
		assertUnchanged();
	}

	/** A browser that remembers the password sends it from any site's page. */
	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x" })
	void whenAPageOfAnotherSitePostsWhatItMayPostThenNothingChanges(String type) {
		for (String path : new String[] { "", "/executor.type" }) {
			HttpResponse<String> answer = this.page.as(WRITER)
				.send("POST", path, "{\"executor.type\":\"direct\",\"configured\":\"direct\"}", "Content-Type", type,
						"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site");
			assertThat(answer.statusCode()).isEqualTo(415);
			assertNotShared(answer.headers());
		}
		assertUnchanged();
	}

	/**
	 * A browser asks before it sends JSON to another site, and must not be allowed to.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "", "/executor.type", "/console", "/console/events" })
	void whenAPageOfAnotherSiteAsksForMoreThenItIsRefused(String path) {
		HttpResponse<String> answer = this.page.as(WRITER)
			.send("OPTIONS", path, "", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST",
					"Access-Control-Request-Headers", "content-type");
		assertNotShared(answer.headers());
		assertUnchanged();
	}

	@Test
	void changesShowEachReaderWhatItMaySeeAndMarkupOnlyAsJson() {
		try (Events writer = this.page.as(WRITER).events(); Events reader = this.page.as(READER).events()) {
			assertSecured(writer.response().headers());
			assertThat(writer.response().headers().firstValue("Content-Type"))
				.hasValue("text/event-stream;charset=UTF-8");
			writer.await("history", 1);
			JsonObject introduction = reader.await("history", 1);
			assertThat(introduction.get("service").getAsString()).isEqualTo("tea");
			assertThat(introduction.get("writable").getAsBoolean()).isTrue();
			assertThat(introduction.get("connections"))
				.hasToString("{\"path\":\"/manage/conns\",\"tuningPath\":\"/manage/tuning\",\"writable\":false}");
			String body = "{\"executor.type\":\"cached\",\"executor.thread-name-prefix\":\"app-\"}";
			assertThat(this.page.as(WRITER).send("POST", "", body, "Content-Type", JSON).statusCode()).isEqualTo(200);
			assertThat(writer.await("change", 1).get("by").getAsString()).isEqualTo(WRITER);
			assertThat(writer.of("change").get(0)).contains("\"to\":\"app-\"");
			reader.await("change", 1);
			assertThat(reader.of("change").get(0)).contains("\"to\":\"******\"").doesNotContain("app-");
			this.page.as(WRITER)
				.send("POST", "", "{\"executor.thread-name-prefix\":null,\"executor.type\":null}", "Content-Type",
						JSON);
		}
	}

	@Test
	void refusedValueWithMarkupComesBackAsJsonThatNoBrowserTakesForAPage() {
		HttpResponse<String> answer = this.page.as(WRITER)
			.send("POST", "", "{\"executor.type\":\"%s\",\"%s\":1}".formatted(MARKUP, MARKUP), "Content-Type", JSON);
		assertThat(answer.statusCode()).isEqualTo(400);
		assertThat(answer.body()).contains(MARKUP);
		assertThat(answer.headers().firstValue("Content-Type")).get().asString().matches("application/.*json.*");
		assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
		assertThat(answer.headers().firstValue("Cache-Control")).get().asString().contains("no-store");
	}

	private void assertUnchanged() {
		Tuning tuning = this.service.bean(Tuning.class);
		assertThat(tuning.reading().configured().get(Knobs.EXECUTOR_TYPE)).hasFieldOrPropertyWithValue("value",
				"cached");
	}

	private static void assertNotShared(HttpHeaders headers) {
		assertThat(headers.map().keySet()).noneMatch((name) -> name.toLowerCase().startsWith("access-control-"));
	}

	private static void assertSecured(HttpHeaders headers) {
		assertThat(headers.allValues("Content-Security-Policy")).singleElement()
			.asString()
			.startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
			.endsWith("frame-ancestors 'none'");
		assertThat(headers.allValues("X-Content-Type-Options")).containsExactly("nosniff");
		assertThat(headers.allValues("Referrer-Policy")).containsExactly("no-referrer");
		assertThat(headers.allValues("Cross-Origin-Opener-Policy")).containsExactly("same-origin");
		assertThat(headers.allValues("Cross-Origin-Resource-Policy")).containsExactly("same-origin");
		assertNotShared(headers);
	}

	/** The service with rules for the endpoint, which know nothing of the console. */
	@Import(ConsoleApplication.Application.class)
	static class Secured {

		@Bean
		SecurityFilterChain securityFilterChain(HttpSecurity http) {
			return http
				.authorizeHttpRequests((requests) -> requests
					.requestMatchers(EndpointRequest.to("grpctuning").withHttpMethod(HttpMethod.GET))
					.hasAnyRole("READER", "WRITER")
					.anyRequest()
					.hasRole("WRITER"))
				.httpBasic(Customizer.withDefaults())
				.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
				.csrf(AbstractHttpConfigurer::disable)
				.build();
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername(READER).password("{noop}password").roles("READER").build(),
					User.withUsername("stranger").password("{noop}password").roles("OTHER").build(),
					User.withUsername(WRITER).password("{noop}password").roles("WRITER").build());
		}

	}

}
