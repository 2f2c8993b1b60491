package dev.grpctuning.load.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

import com.google.gson.JsonObject;
import org.awaitility.Awaitility;

import dev.grpctuning.testkit.AppProcess;
import dev.grpctuning.testkit.Http;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The actuator of a load client, as it is used over HTTP.
 *
 * @param http where it is reached
 */
record LoadActuator(Http http) {

	static final String PASSWORD = "the-password-of-the-tests";

	/** The option by which a load client gets that password. */
	static final String OPTION = "--spring.security.user.password=" + PASSWORD;

	/** Waits until a process has said where its actuator is. */
	static LoadActuator of(AppProcess lab) throws IOException {
		return new LoadActuator(lab.http());
	}

	Http authenticated() {
		return this.http.as(PASSWORD);
	}

	Http.Answer post(String plan) {
		return authenticated().post("/actuator/load", "{\"plan\": " + plan + "}");
	}

	Http.Answer delete() {
		return authenticated().delete("/actuator/load");
	}

	JsonObject status() {
		return this.http.get("/actuator/load").expect(200).json();
	}

	JsonObject awaitStatus(Predicate<JsonObject> expected) {
		return Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.pollInterval(Duration.ofMillis(300))
			.until(this::status, expected);
	}

	/**
	 * Posts a plan that must be accepted.
	 * @return the number of its run
	 */
	int start(String plan) {
		return post(plan).expect(200).json().getAsJsonObject("run").get("number").getAsInt();
	}

	/** Runs a plan, and returns how it ended. */
	JsonObject run(String plan) {
		return awaitEnd(start(plan));
	}

	/**
	 * Waits until a run has ended.
	 * @return what is told of it then
	 */
	JsonObject awaitEnd(int number) {
		JsonObject ended = awaitStatus((status) -> status.get("state").getAsString().equals("waiting"));
		assertThat(ended.getAsJsonObject("last").get("number").getAsInt()).isEqualTo(number);
		return ended.getAsJsonObject("last");
	}

	/** The sum of the series whose lines have a text. */
	static double sum(Http http, String text) {
		return http.get("/actuator/prometheus").samples(text).sum();
	}

}
